"""The tool library's tables."""

from django.db import models


class Branch(models.Model):
    name = models.CharField(max_length=40)
    telephone = models.CharField(max_length=20)
    opens = models.CharField("opening hours", max_length=60)

    class Meta:
        verbose_name_plural = "branches"

    def __str__(self) -> str:
        return self.name


class Sort(models.Model):
    name = models.CharField(max_length=30)

    def __str__(self) -> str:
        return self.name


class Tool(models.Model):
    code = models.CharField(max_length=10, unique=True)
    name = models.CharField(max_length=60)
    sort = models.ForeignKey(Sort, models.PROTECT)
    branch = models.ForeignKey(Branch, models.PROTECT)
    deposit = models.DecimalField("deposit in euros", max_digits=6, decimal_places=2)
    weight = models.DecimalField("weight in kilograms", max_digits=6, decimal_places=2)
    condition = models.CharField(max_length=8, choices=[(c, c) for c in ("good", "worn", "broken")])
    for_loan = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


class Member(models.Model):
    name = models.CharField(max_length=60)
    email = models.EmailField()
    telephone = models.CharField(max_length=20)
    joined = models.DateField()
    branch = models.ForeignKey(Branch, models.PROTECT)
    paused = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name


class Loan(models.Model):
    tool = models.ForeignKey(Tool, models.CASCADE)
    member = models.ForeignKey(Member, models.CASCADE)
    taken = models.DateField()
    due = models.DateField()
    returned = models.DateField(null=True, blank=True)
    remark = models.CharField(max_length=100, blank=True)

    def __str__(self) -> str:
        return f"{self.tool.name} to {self.member.name}"
