"""Reads mails with Python's own parser and tells what is in them as JSON.

It takes a directory of .eml files. policy.default is strict: whatever a mail
does that its standards don't allow is listed among its defects.
"""

import email
import hashlib
import json
import pathlib
import sys
from email import policy


def mailboxes(message, name):
    field = message[name]
    if field is None:
        return []
    return [f"{a.display_name} <{a.addr_spec}>" if a.display_name else a.addr_spec for a in field.addresses]


def leaves(part):
    """The parts with content; a mail that is attached is one of them."""
    if part.get_content_maintype() != "multipart":
        yield part
        return
    for child in part.iter_parts():
        yield from leaves(child)


def content(part):
    if part.get_content_type() == "message/rfc822":
        plain = policy.SMTP.clone(refold_source="none")
        return part.get_payload(0).as_bytes(policy=plain)
    return part.get_payload(decode=True)


def defects(part):
    found = list(part.defects)
    for _, value in part.items():
        found.extend(value.defects)
    return [f"{type(d).__name__}: {d}" for d in found]


def read(path):
    message = email.message_from_bytes(path.read_bytes(), policy=policy.default)
    out = {name: mailboxes(message, name) for name in ("From", "To", "Cc", "Bcc")}
    out["Subject"] = str(message["Subject"] or "")
    out["InReplyTo"] = str(message["In-Reply-To"] or "")
    out["References"] = str(message["References"] or "").split()
    out["Date"] = message["Date"].datetime.isoformat() if message["Date"] else ""
    out["Text"] = out["HTML"] = ""
    out["Files"] = []
    out["Defects"] = [d for part in message.walk() for d in defects(part)]
    for part in leaves(message):
        kind, name = part.get_content_type(), part.get_filename()
        if part.get_content_disposition() is None and kind in ("text/plain", "text/html"):
            out["Text" if kind == "text/plain" else "HTML"] += part.get_content()
            continue
        data = content(part)
        out["Files"].append({
            "Name": name or "",
            "Type": kind,
            "Inline": part.get_content_disposition() == "inline",
            "ID": str(part["Content-ID"] or ""),
            "Sum": hashlib.sha256(data).hexdigest(),
            "Size": len(data),
        })
    for kind, key in (("plain", "Text"), ("html", "HTML")):
        body = message.get_body(preferencelist=(kind,))
        if (body.get_content() if body else "") != out[key]:
            out["Defects"].append(f"the {kind} text is not what a reader of mail shows")
    return out


print(json.dumps({p.name: read(p) for p in sorted(pathlib.Path(sys.argv[1]).glob("*.eml"))}))
