using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using Orchestrator.Core;
using Orchestrator.Core.Alerts;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Mail;

/// <summary>What a conversation that failed means: whether anybody may have the message, and who must act.</summary>
internal static class MailFailures
{
    private const int AnswerMax = 500;

    /// <summary>The failure as one of the package; null where it is none of a conversation.</summary>
    /// <param name="fault">What was thrown.</param>
    /// <param name="route">The server.</param>
    /// <param name="isOpen">Whether the server may have the message, and nobody has heard its answer.</param>
    public static PackageRefusedException? Of(Exception fault, MailRoute route, bool isOpen)
    {
        var server = $"The mail server {route.Host}:{route.Port}";
        return fault switch
        {
            // Whatever it was: who took it for a failure of another kind would send the message again.
            _ when isOpen => Refused(
                "ORC3545", ErrorClass.OutcomeUnknown,
                $"{server} was given the whole message, and its answer was not heard ({Line(fault)}): it may have been "
                + "sent. Look into one of its mailboxes before you send it again."),
            SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } refused => Answered(
                refused, $"{server} does not take the message for all of its mailboxes, so that it was sent to none",
                "Correct the mailbox, or take it out."),
            SmtpCommandException refused => Answered(refused, $"{server} does not take the message, and nobody has it",
                "Correct what it names: the message, 'from', or what the server lets this sender do."),
            AuthenticationException or ServiceNotAuthenticatedException => Refused("ORC3546", ErrorClass.Config,
                $"{server} does not let us sign in ({Line(fault)}). Nothing was sent. Correct 'user' and 'password' "
                + "under 'mail' in solution.yaml."),
            SslHandshakeException or NotSupportedException => Refused("ORC3546", ErrorClass.Config,
                $"{server} has no secret connection that can be trusted ({Line(fault)}). Nothing was sent. Correct "
                + "'tls' and 'port' under 'mail' in solution.yaml, or give the machine the authority of its "
                + "certificate."),
            _ when MailConversation.IsKnown(fault) => Refused("ORC3542", ErrorClass.Transient,
                $"{server} cannot be reached, or went away in the middle ({Line(fault)}). Nothing was sent. `retry` of "
                + "the package says whether it is tried again."),
            _ => null,
        };
    }

    // A server that answers with 4xx asks to be asked again: it is busy, or does not know the sender yet.
    private static PackageRefusedException Answered(SmtpCommandException refused, string what, string advice)
    {
        var status = (int)refused.StatusCode;
        return status / 100 == 4
            ? Refused("ORC3543", ErrorClass.Transient, $"{what}, for now: {status} {Line(refused)}. It may be tried "
                + "again: `retry` of the package says how often.", $"{status}")
            : Refused("ORC3544", ErrorClass.Config, $"{what}: {status} {Line(refused)}. {advice}", $"{status}");
    }

    private static PackageRefusedException Refused(
        string code, ErrorClass errorClass, string message, string serverCode = "") => new(new PackageError
        {
            Code = code,
            Class = errorClass,
            Phase = "mail",
            Message = message,
            ServerCode = serverCode,
        });

    private static string Line(Exception fault) => MessageText.OneLine(fault.Message, AnswerMax).Trim().TrimEnd('.');
}
