"""Plans about the student: profile, career interests, appointments."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Plan, Plans

from .pages import (
    box,
    cancel_appointment,
    drop,
    interests,
    profile,
    remark,
    save,
    schedule,
    visibility,
    without,
)

_IN_PERSON = ("In Person", "Phone")
_VIRTUAL = ("Virtual on Handshake", "In Person")
_PHONE = ("Phone", "In Person")
_ROLE, _PLACE = "addRoleDropdown", "addLocationDropdown"

PLANS: Plans = {
    "real/task_m1": Plan(
        profile(
            "bio",
            "CS student exploring opportunities in AI safety and alignment research.",
            "CS student exploring opportunities in web design.",
        )
    ),
    "real/task_m2": Plan(interests(*drop(_ROLE, "Machine Learning Engineer", "DevOps Engineer"))),
    "real/task_m5": Plan(
        schedule(
            "Resume & Cover Letter",
            ("Resume Review", "Cover Letter Review"),
            ("2026-03-12", "2026-03-14"),
            ("11:00 AM", "9:00 AM"),
            _IN_PERSON,
        )
    ),
    "real/task_m6": Plan(interests(*drop("careerCommunity", "Science & Research", "Engineering"))),
    "real/task_m7": Plan(
        interests(
            *drop(_PLACE, "Boston, MA", "Portland, OR"), *drop(_PLACE, "Denver, CO", "Miami, FL")
        )
    ),
    "real/task_m8": Plan(
        interests(
            box("industry-Finance", "industry-Insurance"),
            box("industry-Consulting", "industry-Education"),
        )
    ),
    "real/task_m9": Plan(
        profile("linkedinUrl", "linkedin.com/in/maya-chen-cs", "linkedin.com/in/mayachen-cs")
    ),
    "real/task_m12": Plan(
        remark(1, 2, "Can you also help with my LinkedIn headline?", "Can we meet an hour later?")
    ),
    "real/task_m13": Plan(
        interests(
            box("jobFunction-Data-Analytics", "jobFunction-Design"),
            box("jobFunction-Research", "jobFunction-Operations"),
        )
    ),
    "real/task_m14": Plan(interests(*drop("expectedGradDate", "August 2027", "August 2026"))),
    "real/task_m17": Plan(interests(box("jobType-On-campus", "jobType-Full-time"))),
    "real/task_m18": Plan(cancel_appointment(8, 2)),
    "real/task_m19": Plan(
        schedule(
            "Networking & Professional Development",
            ("Networking Strategy", "Professional Branding"),
            ("2026-03-17", "2026-03-19"),
            ("1:00 PM", "3:00 PM"),
            _VIRTUAL,
        )
    ),
    "real/task_h12": Plan(
        interests(
            without("Location", "San Francisco, CA", "Remote"),
            *(
                without("Location", place, "Remote")
                for place in ("New York, NY", "Seattle, WA", "Austin, TX")
            ),
            without("Location", "Remote"),
            *drop(_PLACE, "Boston, MA", "Denver, CO"),
            *drop(_PLACE, "Chicago, IL", "Miami, FL"),
            *drop(_PLACE, "Washington, DC", "Portland, OR"),
        )
    ),
    "real/task_h15": Plan(cancel_appointment(2, 1), cancel_appointment(8, 1)),
    "real/task_h19": Plan(
        schedule(
            "Networking & Professional Development",
            ("Salary Negotiation", "Networking Strategy"),
            ("2026-03-13", "2026-03-17"),
            ("3:00 PM", "1:00 PM"),
            _PHONE,
        ),
        profile("phone", "(650) 555-0200", "(650) 555-0020"),
    ),
    "real/task_h36": Plan(
        schedule(
            "Resume & Cover Letter",
            ("Cover Letter Review", "Resume Review"),
            ("2026-03-11", "2026-03-21"),
            ("1:00 PM", "11:00 AM"),
            _VIRTUAL,
            ("Sarah Thompson", "Maria Rodriguez"),
        ),
        profile("websiteUrl", "mayachen.design", "mayachen.dev/design"),
    ),
    "real/task_h37": Plan(
        visibility("Employers", "Public"),
        interests(
            box("jobType-Part-time", "jobType-Internship"),
            box("jobType-Full-time", "jobType-On-campus"),
            *drop(_PLACE, "Los Angeles, CA", "San Jose, CA"),
        ),
    ),
    "real/task_h47": Plan(
        interests(
            box("postGrad-Fellowship", "postGrad-Volunteering"),
            box("postGrad-Gap-year", "postGrad-Military"),
            box("helpWith-Exploring", "helpWith-Job"),
            *drop("expectedGradDate", "December 2026", "December 2027"),
        )
    ),
    "real/task_h58": Plan(
        visibility("Private", "Employers"),
        interests(
            box("postGrad-Military", "postGrad-Gap-year"),
            without("Location", "Remote", "Austin, TX"),
        ),
    ),
    "real/task_h103": Plan(
        schedule(
            "Networking & Professional Development",
            ("Professional Branding", "Networking Strategy"),
            ("2026-03-18", "2026-03-24"),
            ("2:00 PM", "10:00 AM"),
            _VIRTUAL,
            ("Michael Okafor", "Dr. Patricia Williams"),
        )
    ),
    "real/task_h120": Plan(
        cancel_appointment(8, 2),
        remark(2, 1, "I would like to discuss interview frameworks.", "Thank you!"),
    ),
    "real/task_h136": Plan(
        schedule(
            "Career Counseling",
            ("Major Exploration", "Career Change Guidance"),
            ("2026-03-28", "2026-03-18"),
            ("9:00 AM", "11:00 AM"),
            _IN_PERSON,
            ("Maria Rodriguez", "Sarah Thompson"),
        )
    ),
    "real/task_h150": Plan(
        interests(
            *drop(_PLACE, "Denver, CO", "Boston, MA"),
            box("industry-Cybersecurity", "industry-Biotechnology"),
        ),
        save(19),
    ),
    "function/task_26": Plan(
        remark(
            1,
            2,
            "Could we also review my cover letter during our session?",
            "Could we also review my resume during our session?",
        )
    ),
    "function/task_35": Plan(profile("phone", "(650) 555-9999", "(650) 555-9990")),
    "function/task_37": Plan(visibility("Private", "Public")),
    "function/task_42": Plan(interests(box("helpWith-Job", "helpWith-Exploring"))),
    "function/task_47": Plan(interests(without("Role", "UX Designer", "Data Scientist"))),
}
