using Orchestrator.Core;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages.Idempotency;

/// <summary>
/// A kind whose packages run again only where it is known what the attempt before has done, unless they are declared
/// `idempotent: true` or whoever starts the run names them.
/// </summary>
internal sealed class IdempotencyKind(IPackageKind inner) : KindAround(inner)
{
    public override PackageResult Run(PackageContext context)
    {
        if (!RunsOnce(context.Object) || context.Past.Earlier() is not { } earlier || !LeavesUnknown(earlier))
        {
            return Inner.Run(context);
        }

        // Who names it has looked at what was before this run; of its own attempts nobody has.
        return context.IsNamed && earlier.Run != context.Run ? Inner.Run(context)
            : new PackageResult { Outcome = NodeState.Failed, Error = Refusal(context, earlier) };
    }

    private static PackageError Refusal(PackageContext context, EarlierAttempt earlier)
    {
        var package = context.Object.FullName;
        var (name, selector) = (ShellWord.Quoted(package), ShellWord.Selector(package));
        // Which turns there are a run may have to find out, and then its retry alone knows them.
        var isFound = context.Object.Instance?.Turns.Any(turn => turn.Container is not null) == true;
        var again = isFound ? $"name it: `retry -s {selector}`"
            : $"name it: `run -s {selector}` or `retry -s {selector}`";
        var why = LoadContract.AddsAgain(context.Object)
            ? "whether its rows are in the target, and without the system column RowAuditId nothing tells them from "
                + "others: no row was read. Look at the target, and take them out if they are there. Then " + again
                + ". With RowAuditId they are taken out by the next attempt itself."
            : "what it has done, and the package is not declared `idempotent: true`: it was not run again. Look at "
                + $"what it changes. If it may run again, {again}. If its work is done, "
                + (isFound ? "" : $"leave it out with `--exclude {selector}`, or ")
                + $"say so while a run has not come to it: `skip {name} --as success "
                + "--reason TEXT`. If running it twice never does harm, declare that.";
        return new PackageError
        {
            Code = PackageCodes.UnknownOutcome,
            Class = ErrorClass.OutcomeUnknown,
            Phase = "open",
            Message = $"Attempt {earlier.Attempt} in run {earlier.Run} {What(earlier)}, so that nobody knows {why}",
        };
    }

    private static string What(EarlierAttempt earlier) => earlier switch
    {
        { State: NodeState.EndedUnexpectedly } => "died with its process",
        { State: NodeState.Abandoned } => "did not stop when it was asked to, and was left behind",
        { IsSilent: true } => "is still at work, or has died with its process",
        { Error: ErrorClass.TimedOut } => "was ended in the middle by its time-out",
        { State: NodeState.Cancelled } => "was ended in the middle",
        _ => "ended without an answer",
    };
}
