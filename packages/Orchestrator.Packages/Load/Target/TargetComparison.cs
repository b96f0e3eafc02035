using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// What the target and the ledger have to say of each other before the first row of a load. Each keeps the other's last
/// word: the target a marker with run and attempt, the ledger the attempts that count, and with them watermarks and
/// files. Where one of them was put back by an older copy, a load that goes on where the last one stopped would add
/// rows twice, or leave some out for good.
/// </summary>
/// <param name="context">The attempt.</param>
/// <param name="table">The target.</param>
/// <param name="start">Where its watermarks stand; null = it has none.</param>
/// <param name="lastLoad">The newest load of the package when it was asked where it begins; null = it begins nowhere.
/// </param>
/// <param name="mayLetGo">Whether what is read can be let go, and read again behind a wait.</param>
internal sealed class TargetComparison(
    PackageContext context, string table, WatermarkStart? start, long? lastLoad, bool mayLetGo)
{
    private readonly ObjectDefinition[] _loads =
    [
        // An absorb is loaded into its buffer, and the marker is that table's.
        .. TableWriters.OfSameTable(context.Object, context.Solution).Where(one => one.Absorb is null
            && !IsSelf(one, context.Object) && Addresses.IsSame(context.Object, one, context.Solution)),
        // Kind replay has its own word for the load, which stands in the solution as it is written.
        context.Solution.Projects.SelectMany(project => project.Objects)
            .FirstOrDefault(one => IsSelf(one, context.Object) && one.Target == context.Object.Target)
            ?? context.Object,
    ];

    /// <summary>The comparison; null where a load and all others of its table come out right by themselves.</summary>
    public static TargetComparison? Of(
        PackageContext context, string table, WatermarkStart? start, long? lastLoad, bool mayLetGo)
    {
        var comparison = new TargetComparison(context, table, start, lastLoad, mayLetGo);
        return comparison._loads.Any(one => GoesOn(one, context.Solution) || KeepsHistory(one)) ? comparison : null;
    }

    /// <summary>
    /// Who has to be recorded before the package opens its source, as "run 7"; null = nobody. Who waits there holds
    /// nothing that the other run may need, and reads nothing in vain that can be read only once.
    /// </summary>
    /// <exception cref="PackageRefusedException">Nobody knows what a run that is over has left, or who would have to be
    /// awaited waits for this run.</exception>
    public string? HeldBefore() => HolderNow(null);

    /// <summary>Looks at the marker while its row is locked.</summary>
    /// <param name="found">Ledger, run, attempt, step and token; empty = there is none.</param>
    /// <param name="isThere">Tells whether the table is there.</param>
    /// <returns>Asks who has to be recorded first, as "run 7"; null = the load may begin.</returns>
    /// <exception cref="PackageRefusedException">One of the two was put back, or who would have to be awaited waits for
    /// this run.</exception>
    /// <exception cref="StartMovedException">Another run has loaded the package since it was asked where it begins, or
    /// is about to.</exception>
    public Func<string?>? Judge(IReadOnlyList<string?> found, Func<bool> isThere)
    {
        var marker = found.Count > 0 && found[0] == context.Ledger.ToString()
            ? new TargetMarker(Number(found[1]), Number(found[2]), Number(found[4])) : null;
        var answer = context.Past.Compare(marker, [.. _loads.Select(one => one.FullName)]);
        if (Holder(marker, answer) is not null)
        {
            Func<string?> now = () => HolderNow(marker);
            return !mayLetGo ? now : throw new StartMovedException(table, now);
        }

        if (lastLoad is { } before && before != answer.OwnLastLoad)
        {
            throw new StartMovedException(table, () => null);
        }

        if (marker is not null && !IsOwn(marker))
        {
            Refuse(marker, answer);
        }

        // Each load writes one, be it of no row: without any the table was never loaded, or what is there is from
        // before it was. Of what another ledger has loaded since, this one cannot tell.
        if ((found.Count == 0 || found[0] is null or "") && answer.LastLoad > 0)
        {
            RefuseUnmarked(answer);
        }

        string[] skipping = [.. _loads.Where(one => Skips(one, context.Solution)).Select(one => one.FullName)];
        if (skipping.Length > 0 && !isThere())
        {
            RefuseGone(context, table, start, skipping);
        }

        return null;
    }

    /// <summary>
    /// Refuses to make a table anew for rows behind those that the ledger takes for loaded: it was dropped, or has
    /// another name in the metadata alone.
    /// </summary>
    /// <param name="context">The attempt.</param>
    /// <param name="table">The table, which is not there.</param>
    /// <param name="start">Where the watermarks stand.</param>
    /// <param name="loads">The packages that load it and leave out what they have read before.</param>
    /// <exception cref="PackageRefusedException">There is such a load.</exception>
    public static void RefuseGone(
        PackageContext context, string table, WatermarkStart? start, IReadOnlyList<string> loads)
    {
        var isAlone = loads.All(one => one == context.Object.FullName);
        if (isAlone && IsFromBeginning(context, start))
        {
            return;
        }

        var answer = context.Past.Compare(null, loads);
        var last = loads.Contains(context.Object.FullName)
            ? Math.Max(answer.LastLoad, answer.OwnLastLoad) : answer.LastLoad;
        if (answer.AtWork == 0 && last > 0)
        {
            throw Refused(
                PackageCodes.TargetIsOlder,
                $"The ledger has attempt {last} as the last load of '{table}', and there is no such table: it was "
                + "dropped, or has another name in the metadata alone. What was loaded is missing, and behind what the "
                + "ledger takes for loaded it would never be read again. Nothing was written. Put the table back, or "
                + "rename it in the database, too"
                + (AnewOf(context) is { } anew ? $"; or load everything anew ({anew})" : "")
                // What an absorb loads is its buffer, and doctor goes by that.
                + (context.Object.Absorb is null ? "; or let the ledger go back to what the table holds "
                    + "(`orchestrator doctor --fix`)." : "."));
        }
    }

    /// <summary>Whether a load leaves out what it has read before.</summary>
    public static bool Skips(ObjectDefinition load, Solution solution) =>
        load.Watermark is not null || (load.Absorb is null && FilesOfLoad.TakesOnce(load, solution));

    private static bool IsFromBeginning(PackageContext context, WatermarkStart? start) =>
        start is { IsFullRefresh: true } || (context.Object.Watermark is not null && start is { Value: null });

    private bool IsAlone => _loads.All(one => IsSelf(one, context.Object)
        || !(GoesOn(one, context.Solution) || KeepsHistory(one)));

    private bool IsRead => start is { IsFullRefresh: true };

    // A ledger that was put back gives the number of an attempt a second time, too.
    private bool IsOwn(TargetMarker marker) => marker.Attempt == context.AttemptId
        && marker.Token == RunToken.Of(context.Run, context.RunId);

    private string? HolderNow(TargetMarker? marker) =>
        Holder(marker, context.Past.Compare(marker, [.. _loads.Select(one => one.FullName)]));

    // What a newer run has loaded an older one does not write, whatever becomes of it.
    private string? Holder(TargetMarker? marker, LedgerAnswer answer)
    {
        if (answer.AtWork > 0)
        {
            return marker?.Run > context.Run ? null
                : answer.AwaitsUs ? throw InACircle(answer.AtWork)
                : $"run {answer.AtWork.ToString(CultureInfo.InvariantCulture)}";
        }

        // Whoever names it has looked.
        return answer.Unjudged == 0 || context.IsNamed || !AddsTwice(context.Object, context.Solution) ? null
            : throw new PackageRefusedException(
                PackageCodes.UnjudgedRows, ErrorClass.Transient, "open",
                $"Attempt {answer.Unjudged} has added rows to '{table}' in a run that is over, and nobody has looked "
                + "yet whether they are on disk: they would be there twice, or be missing. Nothing was written. Each "
                + "run looks before it starts anything: run it again. Where that cannot be found out (ORC4010), name "
                + $"the package (`orchestrator run -s {ShellWord.Selector(context.Object.FullName)}`): those rows are "
                + "then taken back.");
    }

    private PackageRefusedException InACircle(long outer) => new(
        PackageCodes.AwaitsUs, ErrorClass.Transient, "open",
        $"Run {outer} is done with '{table}' only once this run has ended, which a program of it has started, and this "
        + "run would wait for it: neither would ever go on. Nothing was written. Let one of the two alone load the "
        + "table, or start this run behind the other one; where that one has loaded the table and only its flush is "
        + "missing, `delayedDurability: {flush: package}` at the connection does it, too.");

    private void Refuse(TargetMarker marker, LedgerAnswer answer)
    {
        if (IsRead && IsAlone)
        {
            return;
        }

        if (!answer.IsKnown && _loads.Any(one => AddsTwice(one, context.Solution)))
        {
            throw Refused(
                PackageCodes.LedgerIsOlder,
                $"The table '{table}' was loaded last by attempt {marker.Attempt} of run {marker.Run}, which this "
                + "ledger does not have: it was put back by a copy that is older than the table. Its watermarks, "
                + "its list of loaded files and its numbers do not know those rows, so that they would be added once "
                + "more. Nothing was written. Put back the newest copy of the ledger that there is (`orchestrator "
                + "ledger restore "
                + "FILE`). Where this is it, take the rows over (`orchestrator doctor --fix`) and say up to where they "
                + $"go (`orchestrator watermarks set {ShellWord.Quoted(context.Object.FullName)} VALUE --reason TEXT`)"
                + (Anew is null ? "." : $", or load everything anew ({Anew})."));
        }

        if (answer.LastLoad > marker.Attempt)
        {
            throw Refused(
                PackageCodes.TargetIsOlder,
                $"The table '{table}' was loaded last by attempt {marker.Attempt}, and the ledger has attempt "
                + $"{answer.LastLoad} as the last that loaded it: the database was put back by a copy that is older "
                + "than the ledger. The rows that were loaded since are missing, and behind what the ledger takes for "
                + $"loaded they would never be read again. {HealedTarget}");
        }
    }

    private void RefuseUnmarked(LedgerAnswer answer)
    {
        if (IsFromBeginning(context, start) && IsAlone)
        {
            return;
        }

        throw Refused(
            PackageCodes.TargetIsOlder,
            $"The ledger has attempt {answer.LastLoad} as the last that loaded the table '{table}', and the database "
            + "knows of no load of it: it is a new one, or was put back by a copy from before the first load. The rows "
            + "that were loaded are missing, and behind what the ledger takes for loaded they would never be read "
            + $"again. {HealedTarget}");
    }

    private string HealedTarget =>
        "Nothing was written. Put back the newest copy of the database that there is. Where this is it, let the "
        + "ledger go back to what the table holds (`orchestrator doctor --fix`): the next load then reads again what "
        + "came after it." + (Anew is null ? "" : $" Or load everything anew ({Anew}).");

    // Without a watermark there is nothing that a refresh would have it read anew.
    private string? Anew => AnewOf(context);

    private static string? AnewOf(PackageContext context) => context.Object.Watermark is null ? null
        : $"`orchestrator run --full-refresh -s {ShellWord.Selector(context.Object.FullName)}`";

    /// <summary>
    /// Whether a load begins where another one stopped, or adds to what that has left. What a buffer is given twice it
    /// keeps once.
    /// </summary>
    public static bool GoesOn(ObjectDefinition load, Solution solution) => Skips(load, solution)
        || load is { IsLoad: true, Absorb: null, Load.Pattern.Value: LoadPattern.Append };

    // What is read of the source today does not bring back what it was in the night that is missing.
    public static bool KeepsHistory(ObjectDefinition load) =>
        load.Scd is not null || load is { IsLoad: true, Load.Pattern.Value: LoadPattern.ReplaceRange };

    // By key, and in place of what is there, rows come out right however often they are read.
    private static bool AddsTwice(ObjectDefinition load, Solution solution) => load is { IsLoad: true, Absorb: null }
        && (load.Load.Pattern.Value == LoadPattern.Append
            || (FilesOfLoad.TakesOnce(load, solution) && !load.Load.Pattern.Value.IsByKey()
                && load.Scd is null));

    private static bool IsSelf(ObjectDefinition one, ObjectDefinition other) =>
        (one.Project, one.Name) == (other.Project, other.Name);

    private static long Number(string? text) => TargetClaim.Number(text);

    private static PackageRefusedException Refused(string code, string message) =>
        new(code, ErrorClass.Config, "open", message);
}

/// <summary>
/// Another run has loaded the package since the attempt was asked where it begins, or is about to: nothing was written,
/// and it begins once more behind that.
/// </summary>
/// <param name="table">The target.</param>
/// <param name="holder">Who has to be recorded first, as "run 7"; null = nobody any more.</param>
internal sealed class StartMovedException(string table, Func<string?> holder) : Exception
{
    /// <summary>The target.</summary>
    public string Table => table;

    /// <summary>Asks who has to be recorded first.</summary>
    public Func<string?> Holder => holder;
}
