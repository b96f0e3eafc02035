using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>What the run did to the durability of one database, and the packages that wrote it.</summary>
/// <param name="Scope">As the ledger has it.</param>
/// <param name="Packages">Those whose last attempt wrote within it.</param>
/// <param name="IsAtWork">Whether the run is still on.</param>
internal sealed record ScopeFigures(ScopeRecord Scope, IReadOnlyList<PackageFigures> Packages, bool IsAtWork)
{
    public int Hardened => Packages.Count(package => package.State == NodeState.Hardened);

    /// <summary>Succeeded, and not known to be on disk.</summary>
    public int NotHardened => Packages.Count(package => package.State == NodeState.Succeeded);

    /// <summary>Whether somebody has to do something: the run is over and the scope is not.</summary>
    public bool IsLeftOpen => !IsAtWork && Scope.Closed is null;

    public bool NeedsLook => IsLeftOpen || (!IsAtWork && NotHardened > 0) || Scope.State == ScopeState.LeftAlone;

    /// <summary>Where the setting stands, in words.</summary>
    public string Setting => Scope switch
    {
        { State: ScopeState.Refused } => "not relaxed, each commit was on disk",
        { State: ScopeState.LeftAlone } => "left as somebody else had set it meanwhile",
        { Changed: null, State: ScopeState.Closed } => "not changed",
        { Kind: ScopeRecord.OfSessions, State: ScopeState.Closed } => "sessions of the run were relaxed, and are over",
        { State: ScopeState.Closed } => $"set to {Set}, and put back to {Found}",
        _ when IsLeftOpen => $"open: found {Found}, may still be {Set}",
        { State: ScopeState.Intended } => "about to be relaxed",
        { Kind: ScopeRecord.OfSessions } => "sessions of the run are relaxed",
        _ => $"found {Found}, set to {Set}",
    };

    public string Found => Scope.Found.Length > 0 ? Scope.Found : "absent";

    public string Set => Scope.Set.Length > 0 ? Scope.Set : "none";
}
