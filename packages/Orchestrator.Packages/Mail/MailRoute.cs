using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Mail;

/// <summary>The server through which mail is sent; texts as written, placeholders unresolved.</summary>
/// <param name="Host">Its name.</param>
/// <param name="Port">Its port.</param>
/// <param name="Tls">How the connection becomes secret.</param>
/// <param name="User">Who signs in; null = nobody does.</param>
/// <param name="Password">Their password; null = none.</param>
/// <param name="From">The mailbox from which mail comes.</param>
public sealed record MailRoute(string Host, int Port, MailTls Tls, string? User, string? Password, string From)
{
    /// <summary>The one that a solution declares.</summary>
    public static MailRoute Of(MailServer mail) =>
        new(mail.Host, mail.Port, mail.Tls, mail.User, mail.Password, mail.From);

    /// <summary>The same with who signs in as it is at run time.</summary>
    /// <param name="resolve">The value of a text with placeholders.</param>
    public MailRoute Resolved(Func<string, string> resolve) => this with
    {
        User = User is null ? null : resolve(User),
        Password = Password is null ? null : resolve(Password),
    };
}
