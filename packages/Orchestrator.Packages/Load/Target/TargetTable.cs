using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Hooks;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Replay;
using Orchestrator.Packages.Shape;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>
/// The target table of one load: what was found of it under the claim, how the load is published therefore, and what is
/// done to it whichever way that is.
/// </summary>
/// <param name="session">The session of the load.</param>
/// <param name="access">The way to its database.</param>
/// <param name="name">The table.</param>
/// <param name="context">The attempt.</param>
/// <param name="start">Where its watermarks stand; null = it has none.</param>
internal sealed class TargetTable(
    TargetSession session, DatabaseAccess access, TableName name, LoadColumns columns, PackageContext context,
    WatermarkStart? start)
{
    private readonly TransactionHooks _hooks = new(context);

    public TableName Name { get; } = name;

    public LoadColumns Columns { get; } = columns;

    /// <summary>The load.</summary>
    public ObjectDefinition Definition { get; } = context.Object;

    /// <summary>Where its watermarks stand; null = it has none.</summary>
    public WatermarkStart? Start { get; private set; } = start;

    /// <summary>The range whose rows are replaced; null = the pattern has none.</summary>
    public LoadedRange? Range { get; init; }

    /// <summary>Rejected rows that are loaded once more; null = the rows come from the source.</summary>
    public ReplayedRows? Replayed { get; init; }

    /// <summary>How many files of the source were not taken that somebody is not done with.</summary>
    public long FilesLeft { get; set; }

    public bool Exists { get; private set; }

    public FoundTarget Found { get; private set; } = new();

    /// <summary>How the load is published.</summary>
    public LoadPublish Plan { get; private set; } = new(Swap.Transaction, false, "");

    /// <summary>The columns that were added to it.</summary>
    public List<RowColumn> Added { get; } = [];

    /// <summary>Rows of others that stay in it; 0 where all are replaced.</summary>
    public long Before { get; set; }

    /// <summary>The connection; another one after a loss.</summary>
    public IDatabase Database => session.Database;

    /// <summary>The SQL of its platform.</summary>
    public Dialect Dialect => access.Platform.Dialect;

    /// <summary>What its platform can do.</summary>
    public PlatformAbilities Abilities => access.Platform.Abilities;

    /// <summary>Whether several streams write a load table, which all of them see.</summary>
    public bool IsSplit => Definition.Load.SplitBy.Value is not null;

    /// <summary>Whether the load is one transaction from the first statement to the last.</summary>
    public bool IsOneTransaction => Abilities.LoadsInOneTransaction && !IsSplit && !context.LoadsApart;

    /// <summary>
    /// Whether the load table may be made as a copy, to take its place with all that hangs on it. Where the target is
    /// not looked at again before it is published, the exchange does that under its lock.
    /// </summary>
    public bool MayBeShadow => Exists && Plan.Swap == Swap.Shadow && Abilities.KeepsAllInExchange
        && Definition.Load.Pattern.Value == LoadPattern.TruncateInsert
        && (IsOneTransaction || Found.Dependents.Count > 0);

    /// <summary>Whether an exchange publishes all rows or none, where delete and insert could do it, too.</summary>
    public bool IsExchange => Plan.UsesLoadTable && ReplacesAllByExchange(Plan) && Found.Referrers.Count == 0;

    /// <summary>
    /// Asks once more, under the claim, which attempts have come to no success: what has ended well since it was asked
    /// counts, and whoever is still at work has written nothing.
    /// </summary>
    public void AskForUnfinished()
    {
        if (Start is { } asked && Replayed is null && LoadContract.TakesBack(Definition))
        {
            Start = asked with
            {
                Unfinished = AppendAgain.ReadsWhatIsNew(Definition, context.Solution)
                    ? context.Past.Watermark().Unfinished : context.Past.Unfinished(),
            };
        }
    }

    /// <summary>Looks at it, and plans how the load is published.</summary>
    /// <exception cref="PackageRefusedException">It is missing, has drifted, or cannot be loaded so.</exception>
    public void Inspect()
    {
        var shape = TargetShape.Check(Database, Name, Definition, Columns.Table, Added, Replayed is not null);
        Exists = shape.Exists;
        var found = !Exists ? FoundTarget.Missing(access.Platform, Definition)
            : FoundTarget.Of(Database, Name, Definition, Columns, shape.LeftAlone) with
            {
                IsReadOnce = context.IsReadOnce && Definition.Errors.OnError.Value == Policy.Redirect,
                EndsTransactions = context.LoadsApart,
            };
        var plan = LoadContract.Publish(Definition, found);
        if (ReplacesAllByExchange(plan))
        {
            // Who points to it is looked at again when the load has failed, and nothing can be asked any more.
            found.AskForReferrers();
        }

        (Found, Plan) = (found, plan);
        if (ReplacesAllByExchange(Plan))
        {
            Found.RefuseToLose(Name, () => TargetAside.OtherWay(Database, Name, Definition));
        }

        if (Exists)
        {
            TargetAside.RefuseCascades(Database, Name, Definition, Plan, Found, Start);
            PartsShown.RefuseTarget(Database, Name, Definition, access.Address, Plan.Swap, Start);
        }
    }

    /// <summary>Keeps to the load table, in which the rows are, whatever else would do now.</summary>
    /// <param name="mayExchange">Whether that could take its place.</param>
    public void PublishFromLoadTable(bool mayExchange) =>
        Plan = Plan with { UsesLoadTable = true, Swap = mayExchange ? Plan.Swap : Swap.Transaction };

    /// <summary>Makes it where it is not there.</summary>
    public void MakeIfMissing()
    {
        if (!Exists)
        {
            Database.CreateTable(Name, Columns.Table);
            CrashPoint.Pass("load.target.made");
        }
    }

    /// <summary>Begins what brings the rows of a load table into it.</summary>
    public void BeginPublishing()
    {
        // The writer has said so to the transactions in which it wrote, of which this need be none.
        if ((Definition.Load.CommitRows.Value > 0 || !IsOneTransaction)
            && Dialect.LookAtConstraints is { Length: > 0 } sql)
        {
            Database.Execute(sql);
        }

        RunHooks(HookTime.Before);
    }

    /// <summary>Runs the hooks that are part of the load.</summary>
    public void RunHooks(HookTime when) => _hooks.Run(Database, when);

    /// <summary>Locks it as a whole, where `tableLock` says so.</summary>
    public void Lock()
    {
        if (Exists && Definition.Load.TableLock.Value && Dialect.LockTable(Name) is { Length: > 0 } take)
        {
            Database.Execute(take);
        }
    }

    /// <summary>Locks it, takes back what attempts without a success have left, and counts what stays.</summary>
    public void CountBefore()
    {
        Lock();
        var pattern = Definition.Load.Pattern.Value;
        // Others fill a buffer, too, and what it is given twice it keeps once.
        if (Exists && pattern == LoadPattern.Append && Definition.Absorb is null)
        {
            CrashPoint.Around("load.takeback", () => TargetRows.TakeBack(Database, Name, Definition, Start));
        }

        Before = Exists && pattern is not (LoadPattern.TruncateInsert or LoadPattern.DropAndReload)
            ? Database.Number(Dialect.Count(Name))
            : 0;
    }

    private bool ReplacesAllByExchange(LoadPublish plan) =>
        plan.Swap == Swap.Shadow && Definition.Load.Pattern.Value == LoadPattern.TruncateInsert;
}
