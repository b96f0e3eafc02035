using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Mail;

namespace Orchestrator.Service.Alerts;

/// <summary>A message on its way.</summary>
/// <param name="Target">Whom it is for, as declared.</param>
/// <param name="Address">The address of that, resolved.</param>
/// <param name="Mail">The server for mail; null = none is declared.</param>
/// <param name="Message">The message.</param>
/// <param name="Resolve">The value of a text with placeholders.</param>
internal sealed record OutgoingAlert(
    AlertTarget Target, string Address, MailRoute? Mail, AlertMessage Message, Func<string, string> Resolve);
