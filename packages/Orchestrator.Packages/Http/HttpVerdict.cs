using System.Globalization;
using System.Text;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Http;

/// <summary>What the end of a request means for its package.</summary>
/// <param name="http">The request.</param>
/// <param name="isOnce">Whether it must not be sent twice by chance.</param>
/// <param name="redact">Takes the known secrets out of what the server says.</param>
internal sealed class HttpVerdict(HttpOptions http, bool isOnce, Func<string, string> redact)
{
    private const int SaidMax = 300;

    private const string NotAgain =
        " It is not sent again by itself, as the package is not declared `idempotent: true`.";

    private string Request => $"{http.Method} {http.Url.Written}";

    /// <summary>Why the package has failed; null = it has succeeded.</summary>
    public PackageRefusedException? Of(HttpReply reply) => reply.End switch
    {
        HttpEnd.Refused => new("ORC3550", ErrorClass.Config, "open",
            $"{Request} was not sent: {reply.Why.TrimEnd('.')}. Correct `url`."),
        HttpEnd.Unreached => new("ORC3552", ErrorClass.Transient, "send",
            $"{Request} was not sent: {reply.Why}. Look whether the server is there."),
        HttpEnd.Lost when isOnce => new("ORC3551", ErrorClass.OutcomeUnknown, "send",
            $"{Request} was sent, and {reply.Why}: nobody knows whether the server has carried it out.{NotAgain}"),
        HttpEnd.Lost => new("ORC3552", ErrorClass.Transient, "send",
            $"{Request} was sent, and {reply.Why}. It may be sent again."),
        HttpEnd.Broken => Broken(reply),
        HttpEnd.TooLong => new("ORC3554", isOnce ? ErrorClass.OutcomeUnknown : ErrorClass.Data, "read",
            $"{Request} was answered with HTTP {Text(reply.Status)} and more than {Text(http.AnswerMax)} bytes, of "
            + $"which nothing is kept. Raise `max` of the answer.{Done}"),
        _ => http.Expects(reply.Status) ? null : Unexpected(reply),
    };

    /// <summary>What is said of an answer that came and could not be kept.</summary>
    public PackageRefusedException NotKept(Exception fault) => new("ORC3556",
        isOnce ? ErrorClass.OutcomeUnknown : ErrorClass.Transient, "write",
        $"{Request} was sent, and its answer could not be kept: {fault.Message.TrimEnd('.')}. Make room, or correct "
        + $"the file.{Done}");

    private string Done => isOnce ? " What was asked for is done, so that it is not sent again by itself." : "";

    private PackageRefusedException Broken(HttpReply reply) => new("ORC3554",
        isOnce ? ErrorClass.OutcomeUnknown : ErrorClass.Transient, "read",
        $"{Request} was answered with HTTP {Text(reply.Status)}, and {reply.Why}. Nothing of the answer is kept."
        + Done);

    private PackageRefusedException Unexpected(HttpReply reply)
    {
        var errorClass = HttpContract.ClassOf(reply.Status, isOnce);
        var meaning = reply.Status is >= 300 and < 400
            ? " It leads elsewhere, which is not followed: write the address that it names."
            : errorClass == ErrorClass.OutcomeUnknown
                ? $" A server in between got no answer: nobody knows whether it was carried out.{NotAgain}"
                : isOnce && errorClass == ErrorClass.Data ? NotAgain : "";
        return new PackageRefusedException("ORC3553", errorClass, "send",
            $"{Request} was answered with HTTP {Text(reply.Status)}, and {Expected} was expected.{Said(reply)}"
            + meaning);
    }

    private string Expected => http.Expect.Count == 0 ? "one of 200 to 299"
        : string.Join(" or ", http.Expect.Select(status => Text(status)));

    // Secrets are taken out before it is cut: half of one would be known to nobody.
    private string Said(HttpReply reply)
    {
        var text = redact(Encoding.UTF8.GetString(reply.Beginning.Span)).Trim();
        return text.Length == 0 ? "" : $" It said: '{(text.Length > SaidMax ? text[..SaidMax] + "…" : text)}'.";
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}
