"""What the admin shows of the tool library."""

from django.contrib import admin

from .models import Branch, Loan, Member, Sort, Tool

admin.site.site_header = "Tool library"
admin.site.site_title = "Tool library"


@admin.register(Branch)
class Branches(admin.ModelAdmin):
    list_display = ("name", "telephone", "opens")
    list_editable = ("telephone",)


admin.site.register(Sort)


@admin.register(Tool)
class Tools(admin.ModelAdmin):
    list_display = ("code", "name", "sort", "branch", "deposit", "weight", "condition", "for_loan")
    list_filter = ("sort", "branch", "condition", "for_loan")
    search_fields = ("name", "code")
    ordering = ("code",)


@admin.register(Member)
class Members(admin.ModelAdmin):
    list_display = ("name", "email", "telephone", "joined", "branch", "paused")
    list_filter = ("branch", "paused")
    search_fields = ("name", "email")
    ordering = ("name",)
    actions = ("pause",)

    @admin.action(description="Pause the chosen memberships")
    def pause(self, request, queryset):
        self.message_user(request, f"{queryset.update(paused=True)} paused.")


@admin.register(Loan)
class Loans(admin.ModelAdmin):
    list_display = ("tool", "member", "taken", "due", "returned", "remark")
    list_filter = (("returned", admin.EmptyFieldListFilter), "tool__branch", "tool__sort")
    search_fields = ("tool__name", "tool__code", "member__name")
    ordering = ("due",)
