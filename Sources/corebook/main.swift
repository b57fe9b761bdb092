import Console
print("corebook")
