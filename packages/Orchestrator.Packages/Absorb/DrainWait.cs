using Orchestrator.Core;

namespace Orchestrator.Packages.Absorb;

/// <summary>How somebody waits for a buffer.</summary>
/// <param name="HeldUp">Told what is waited for, and null at the end.</param>
/// <param name="Stop">Stops the waiting.</param>
internal sealed record DrainWait(Action<string?> HeldUp, CancellationToken Stop)
{
    /// <summary>That of a package.</summary>
    public static DrainWait Of(PackageContext context, CancellationToken stop) =>
        new(what => context.HeldUp(WaitReason.Claim, what), stop);
}
