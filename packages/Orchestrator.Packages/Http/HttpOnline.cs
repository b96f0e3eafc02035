using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Http;

/// <summary>
/// What would keep requests from being sent now: what they are given, and where their addresses lead. Nobody is asked
/// but who knows names; no request is sent.
/// </summary>
public static class HttpOnline
{
    /// <summary>What was found.</summary>
    /// <param name="solution">The solution.</param>
    /// <param name="access">Knows its variables and secrets.</param>
    /// <param name="refusal">Why no request would go to an address; whether that may be a private one stands beside it.
    /// </param>
    public static IEnumerable<Diagnostic> Of(
        Solution solution, ConnectionAccess access, Func<string, bool, string?> refusal) =>
        solution.Projects.SelectMany(project => project.Objects).Where(each => each.Enabled)
            .Select(each => each.Http).OfType<HttpOptions>()
            .SelectMany(http => Of(http, access, refusal));

    private static IEnumerable<Diagnostic> Of(
        HttpOptions http, ConnectionAccess access, Func<string, bool, string?> refusal)
    {
        PackageError error;
        try
        {
            var filled = HttpFilled.Of(http, access.Resolve);
            if (refusal(filled.Address, http.AllowPrivate) is not { } why)
            {
                return [];
            }

            var reply = new HttpReply(HttpEnd.Refused) { Why = why };
            error = new HttpVerdict(http, isOnce: false, text => text).Of(filled.Hidden(reply, http))!.Error;
        }
        catch (PackageRefusedException refused)
        {
            error = refused.Error;
        }

        return [new Diagnostic(error.Code, Severity.Error, http.Url.At, error.Message,
            "`validate --online` has sent nothing; a run would fail here")];
    }
}
