using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Schema;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Keys;

/// <summary>The keys under `mail` of the solution: the server through which mail is sent. No plan tells them.
/// </summary>
internal static class MailKeys
{
    private static readonly OptionMaker<MailServer> Make = new(
        "mail", new MailServer { Host = "", Port = 0, From = "" }, mail => mail.At);

    public static SectionKey<MailServer> Host { get; } = Make.Untold(
        new Key("host", Parts.Text, "Its name.") { IsRequired = true }, scalar => scalar.Text,
        mail => mail.Host, (mail, value) => mail with { Host = value });

    public static SectionKey<MailServer> Port { get; } = Make.Untold(
        new Key("port", new NumberShape(1, Max: 65535),
            "Its port; default 587, with tls: implicit 465, with none 25."),
        scalar => (int)scalar.ToNumber(),
        mail => mail.Port, (mail, value) => mail with { Port = value });

    public static SectionKey<MailServer> Tls { get; } = Make.Untold(
        new Key("tls", new WordShape(["starttls", "implicit", "none"]),
            "How the connection becomes secret: it must be made so, it is from the start, or it stays in the open; "
            + "default starttls."),
        scalar => scalar.ToWord<MailTls>(),
        mail => mail.Tls, (mail, value) => mail with { Tls = value });

    public static SectionKey<MailServer> User { get; } = Make.Untold<string?>(
        new Key("user", new TextShape(TextForm.Secret), "Who signs in; default nobody."), scalar => scalar.Text,
        mail => mail.User, (mail, value) => mail with { User = value });

    public static SectionKey<MailServer> Password { get; } = Make.Untold<string?>(
        new Key("password", new TextShape(TextForm.Secret), "Their password, as ${secret:NAME}."),
        scalar => scalar.Text, mail => mail.Password, (mail, value) => mail with { Password = value });

    public static SectionKey<MailServer> From { get; } = Make.Untold(
        new Key("from", Parts.Text, "The mailbox from which mail comes.") { IsRequired = true },
        scalar => scalar.Text, mail => mail.From, (mail, value) => mail with { From = value });

    public static Section<MailServer> Section { get; } = Make.Section([Host, Port, Tls, User, Password, From]);
}
