using Orchestrator.Core;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages;

/// <summary>
/// Stands before whatever a package does that others see: a process that stood still may have lost the right of its run
/// meanwhile, and goes on before its own watch has ended it. Safe for threads; costs a look at a clock.
/// </summary>
/// <param name="isHeld">Whether the run still has its lease, so that nobody else has taken over.</param>
public sealed class WriteFence(Func<bool> isHeld)
{
    /// <summary>Where no run holds anything that it could lose.</summary>
    public static WriteFence Open { get; } = new(() => true);

    /// <summary>Goes through, or throws what ends the package: its transaction is rolled back then.</summary>
    public void Pass()
    {
        if (!isHeld())
        {
            throw new PackageRefusedException("ORC3460", ErrorClass.Transient, "lease",
                "The run no longer holds its lease, as its process stood still or another run has taken over: what "
                + "the package had not committed is taken back. See `orchestrator status`; the next run does it.");
        }
    }
}
