using Orchestrator.Core;
using Orchestrator.Packages.Http;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Transfer;

/// <summary>Turns what a store answers, or that it does not, into the failure of a package.</summary>
/// <param name="store">How people know the store, at the begin of a sentence.</param>
/// <param name="advice">What they are told.</param>
internal sealed class StoreFaults(string store, StoreAdvice advice)
{
    /// <summary>The code of a store that does not answer.</summary>
    public const string Unreached = "ORC3630";

    /// <summary>The status of an object that has become another one.</summary>
    public const int Changed = 412;

    /// <summary>The status of what is not there.</summary>
    public const int Gone = 404;

    private const int Moved = 301;
    private const int Refused = 400;
    private const int Forbidden = 403;
    private const int Slow = 429;
    private const int Broken = 500;

    /// <summary>No answer.</summary>
    /// <param name="reply">What became of the request.</param>
    /// <param name="what">What was under way: "list 'in/'".</param>
    public PackageRefusedException Of(HttpReply reply, string what) =>
        reply.End == HttpEnd.Refused ? Fault("ORC3634", ErrorClass.Config, $"{store} is not asked: "
            + $"{reply.Why.TrimEnd('.').Replace("below `http`", "of the store", StringComparison.Ordinal)}. Correct "
            + "`endpoint`, or write `allowPrivate: true` where the store is within the own network")
        : Fault(Unreached, ErrorClass.Transient, $"{store} could not {what}: it cannot be reached, or no longer "
            + $"answers ({reply.Why}). See whether it is up and whether a firewall is between");

    /// <summary>An answer that says no.</summary>
    /// <param name="status">Its status.</param>
    /// <param name="body">What stands in it.</param>
    /// <param name="what">What was under way.</param>
    public PackageRefusedException Of(int status, byte[] body, string what)
    {
        var said = StoreXml.ErrorOf(body) is { Length: > 0 } code ? $"{status} {code}" : $"status {status}";
        return status switch
        {
            Forbidden => Fault("ORC3631", ErrorClass.Config,
                $"{store} does not {what}: {said}. {advice.SignIn(body)}"),
            Gone => Fault("ORC3632", ErrorClass.Config,
                $"{store} has not what was asked for ({what}: {said}). {advice.Place}"),
            >= Moved and < Refused => Fault("ORC3633", ErrorClass.Config,
                $"{store} is elsewhere ({what}: {said}). {advice.Elsewhere}"),
            >= Broken or Slow => Fault("ORC3633", ErrorClass.Transient, $"{store} could not {what}: {said}. Try later"),
            _ => Fault("ORC3633", ErrorClass.Config, $"{store} could not {what}: {said}. {advice.Other}"),
        };
    }

    /// <summary>An answer that is none of its kind.</summary>
    public PackageRefusedException Unread(string what, string why) => Fault("ORC3633", ErrorClass.Config,
        $"{store} answers as none of {advice.Speaks} does ({what}: {RemoteName.Shown(why)}). Correct `endpoint`");

    private static PackageRefusedException Fault(string code, ErrorClass errorClass, string message) =>
        new(code, errorClass, "read", message + ".");
}
