using Orchestrator.Packages.Http;

namespace Orchestrator.Packages.Transfer;

/// <summary>What the places of other machines are opened with.</summary>
/// <param name="Solution">Full path of the solution.</param>
/// <param name="Resolve">As <see cref="PackageContext.Resolve"/>.</param>
/// <param name="Time">The clock.</param>
/// <param name="Send">As <see cref="PackageContext.SendHttp"/>.</param>
/// <param name="Cancellation">Ends what is asked.</param>
internal sealed record PlaceAccess(
    string Solution, Func<string, string> Resolve, TimeProvider Time,
    Func<HttpSending, CancellationToken, HttpReply> Send, CancellationToken Cancellation);
