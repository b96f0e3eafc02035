using System.Runtime.ExceptionServices;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Rejects;

/// <summary>
/// Rows that were refused alone, by an error that may say nothing of whose fault it is: it is the row's where the same
/// work passes with other rows, or with none.
/// </summary>
internal sealed class RowSuspects
{
    /// <summary>So many refused rows are kept to be tried again when others are there: what waits for another row is
    /// one of few.</summary>
    public const int AgainMax = 1000;

    // Where none passes at all, nobody waits for millions of them.
    private const int SuspectsMax = 100;

    private bool _hasPassed;
    private int _suspects;

    /// <summary>Rows were taken.</summary>
    public void Passed() => _hasPassed = true;

    /// <summary>A row was refused alone: throws that where it is not the row.</summary>
    /// <param name="refused">The refusal.</param>
    /// <param name="withNone">Whether the same is refused with no row.</param>
    public void Judge(Exception refused, Func<bool> withNone)
    {
        if (!Faults.IsRefusal(refused) && !_hasPassed && (++_suspects > SuspectsMax || withNone()))
        {
            ExceptionDispatchInfo.Throw(refused);
        }
    }
}
