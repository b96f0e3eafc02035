using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>
/// The keys under `message`: what is sent to whom. A message that was sent is not sent again because they change.
/// </summary>
internal static class MailMessageKeys
{
    private static readonly OptionMaker<MailOptions> Make = new("message", new MailOptions(), mail => mail.At);

    public static SectionKey<MailOptions> To { get; } = Make.Texts(
        Mailboxes("to", "Mailboxes that it is for, one an entry; may be ${var:NAME}, ${env:NAME} or ${secret:NAME}."),
        mail => mail.To, (mail, value) => mail with { To = value });

    public static SectionKey<MailOptions> Cc { get; } = Make.Texts(
        Mailboxes("cc", "Mailboxes that get a copy."),
        mail => mail.Cc, (mail, value) => mail with { Cc = value });

    public static SectionKey<MailOptions> Bcc { get; } = Make.Texts(
        Mailboxes("bcc", "Mailboxes that get a copy of which the others are not told."),
        mail => mail.Bcc, (mail, value) => mail with { Bcc = value });

    public static SectionKey<MailOptions> From { get; } = Make.Text(
        new Key("from", new TextShape(TextForm.Sent),
            "The mailbox from which it comes, written in the same way; default that of the server."),
        mail => mail.From, (mail, value) => mail with { From = value });

    public static SectionKey<MailOptions> Subject { get; } = Make.Text(
        new Key("subject", Message, "Its subject, with ${var:NAME} and ${run:NAME}.") { IsRequired = true },
        mail => mail.Subject, (mail, value) => mail with { Subject = value });

    public static SectionKey<MailOptions> Body { get; } = Make.Text(
        new Key("body", Message, "Its text, with the same; default none."),
        mail => mail.Body, (mail, value) => mail with { Body = value });

    public static SectionKey<MailOptions> Attachments { get; } = Make.Texts(
        new Key("attachments", new ListShape(Message),
            "Files that go with it: names or patterns with * and ? below the folder."),
        mail => mail.Attachments, (mail, value) => mail with { Attachments = value });

    public static SectionKey<MailOptions> AttachmentsFrom { get; } = Make.Text(
        new Key("attachmentsFrom", Parts.Name, "The connection to the folder in which they are."),
        mail => mail.AttachmentsFrom, (mail, value) => mail with { AttachmentsFrom = value });

    public static SectionKey<MailOptions> AttachmentsMax { get; } = Make.Value(
        "attachmentsMax", new SizeShape(), "Bytes of all of them together, at most",
        scalar => CoreSchema.Size(scalar.Text) ?? MailOptions.AttachmentsDefault, bytes => bytes.ToString(),
        mail => mail.AttachmentsMax, (mail, value) => mail with { AttachmentsMax = value },
        $"{MailOptions.AttachmentsDefault >> 20}MB");

    public static Section<MailOptions> Section { get; } = Make.Section(
        [To, Cc, Bcc, From, Subject, Body, Attachments, AttachmentsFrom, AttachmentsMax]);

    public static KindSection<MailOptions> Own { get; } = new(Section, "what is sent, and to whom");

    /// <summary>The keys that name mailboxes.</summary>
    public static IReadOnlyList<SectionKey<MailOptions>> Recipients { get; } = [To, Cc, Bcc];

    private static Shape Message => new TextShape(TextForm.Message);

    private static Key Mailboxes(string name, string what) =>
        new(name, new ListShape(new TextShape(TextForm.Sent)), what);
}
