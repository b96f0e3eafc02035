using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Http;

/// <summary>
/// What a request promises when it is sent twice: GET, HEAD, PUT and DELETE mean the same then, as HTTP itself says. Of
/// POST and PATCH nobody knows it but who declares `idempotent: true`. One whose answer was lost, or whose attempt was
/// ended in the middle or outlived by nobody, may have been carried out.
/// </summary>
internal static class HttpContract
{
    /// <summary>Whether it must not be sent twice by chance.</summary>
    public static bool RunsOnce(ObjectDefinition definition) =>
        !definition.Idempotent && definition.Http is not { IsIdempotent: true };

    /// <summary>Whether nobody knows what the server has done.</summary>
    public static bool LeavesUnknown(EarlierAttempt earlier) => earlier.MayBeHalf;

    /// <summary>What a status that is not expected means.</summary>
    /// <param name="status">The status.</param>
    /// <param name="isOnce">Whether the request must not be sent twice by chance.</param>
    public static ErrorClass ClassOf(int status, bool isOnce) => status switch
    {
        // The server has not come to it: it says so itself.
        408 or 425 or 429 or 503 => ErrorClass.Transient,
        // A server in between got no answer from the one behind it.
        502 or 504 when isOnce => ErrorClass.OutcomeUnknown,
        // It has said that it failed, and not what it has done by then.
        >= 500 when isOnce => ErrorClass.Data,
        >= 500 => ErrorClass.Transient,
        >= 300 and < 400 or 401 or 403 or 404 or 405 or 407 => ErrorClass.Config,
        _ => ErrorClass.Data,
    };
}
