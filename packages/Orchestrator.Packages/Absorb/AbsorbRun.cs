using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>
/// One attempt: the source is loaded into the buffer as a load that appends, then all that is in the buffer is drained.
/// Run twice, the second brings nothing new: what the source gives again is the same row once more.
/// </summary>
internal sealed class AbsorbRun(PackageContext context)
{
    /// <summary>The load into the buffer; that it is one is still to be seen.</summary>
    public static ObjectDefinition Ingest(ObjectDefinition definition) => definition with
    {
        Kind = KindTable.Load.Word,
        Target = definition.Target with { Name = AbsorbTables.BufferOf(definition), Create = false },
        Errors = definition.Errors with { TableOf = definition.Target.Name },
        Load = definition.Load with
        {
            Pattern = new Setting<LoadPattern>(LoadPattern.Append, Origin.Default),
            LatestBy = Setting<IReadOnlyList<string>>.Default([]),
        },
        SystemColumns = [],
        Hooks = [],
    };

    /// <summary>Runs it on the calling thread.</summary>
    public PackageResult Run()
    {
        var ingested = new PackageResult { Outcome = NodeState.Succeeded };
        DrainedRows drained = default;
        try
        {
            var access = DatabaseAccess.ToTarget(context);
            var tables = AbsorbTables.Of(context.Object, access.Platform.Dialect);
            if (context.Object.Source is not null)
            {
                Make(access, tables);
                ingested = new LoadRun(
                    context with { Object = Ingest(context.Object), Mark = null }, FreeDisk.Of).Run();
                if (ingested.Outcome != NodeState.Succeeded)
                {
                    return ingested;
                }
            }

            return Drained(ingested, access, tables, done => drained = done);
        }
        catch (Exception fault) when (Faults.IsExpected(fault))
        {
            var result = Faults.Result(fault, "drain", context.Object.Target.Connection, context.Cancellation);
            var counts = Counts(ingested.Counts, drained);
            return result with
            {
                Error = QuotedWords.Shown(result.Error, fault, QuotedWords.IsSensitive(context.Object)
                    || QuotedWords.AnyOfRunIsSensitive(context.Solution)),
                // What waits in the buffer was read, too.
                Counts = counts with { Read = Math.Max(counts.Read, ingested.Counts.Read) },
                Warnings = [.. ingested.Warnings, .. Rejected(drained), .. Waiting(ingested.Counts, drained)],
                LoadPath = ingested.LoadPath,
            };
        }
    }

    private void Make(DatabaseAccess access, AbsorbTables tables)
    {
        using var turn = access.TakeTurn();
        using var database = access.Open();
        var target = tables.Table.Target;
        if (context.Object.Watermark is not null && database.KindOf(target) is null)
        {
            TargetComparison.RefuseGone(
                context, $"{target}", context.Past.Watermark(), [context.Object.FullName]);
        }

        tables.In(database).Ensure(database, context.Cancellation);
    }

    private PackageResult Drained(
        PackageResult ingested, DatabaseAccess access, AbsorbTables tables, Action<DrainedRows> told)
    {
        using var drainer = new DrainTurn(
            context, access, tables, DrainRejects.Of(context, ingested.Counts.Rejected)).Take();
        if (drainer is null)
        {
            return Result(ingested, default, Seen(access, tables)) with
            {
                Counts = ingested.Counts,
                LoadPath = $"{ingested.LoadPath}; drained from '{Buffer}' by another one",
            };
        }

        using var turn = access.TakeTurn();
        using var interrupt = drainer.Database.Interruption.On(context.Cancellation);
        drainer.Drain.All(done =>
        {
            told(done);
            context.Progress(done.Taken, done.Inserted + done.Updated);
        }, context.Cancellation);
        return Result(ingested, drainer.Drain.Total, drainer.Tables);
    }

    private static AbsorbTables Seen(DatabaseAccess access, AbsorbTables tables)
    {
        using var database = access.Open();
        return tables.In(database);
    }

    private PackageResult Result(PackageResult ingested, DrainedRows drained, AbsorbTables tables)
    {
        return ingested with
        {
            Counts = Counts(ingested.Counts, drained),
            LoadPath = (context.Object.Source is null ? "" : $"{ingested.LoadPath}; {ingested.Counts.Inserted} rows "
                + $"into '{Buffer}'; ") + $"{drained.Taken} rows drained from '{Buffer}'",
            Warnings =
            [
                .. ingested.Warnings, .. Rejected(drained),
                .. tables.Warning is { } warning ? [warning] : Array.Empty<string>(),
            ],
        };
    }

    private string Buffer => AbsorbTables.BufferOf(context.Object);

    // A row counts when it leaves the buffer, or was kept from it.
    private static RowCounts Counts(RowCounts ingested, DrainedRows drained) => new(
        drained.Taken + ingested.Filtered + ingested.Rejected, drained.Inserted, drained.Updated, drained.Older,
        drained.Duplicate, ingested.Filtered, ingested.Rejected + drained.Rejected, ingested.Truncated);

    private IEnumerable<string> Rejected(DrainedRows drained)
    {
        if (drained.Rejected > 0)
        {
            var table = ErrorTable.NameOf(context.Object, DatabaseAccess.ToTarget(context).Platform);
            yield return $"{drained.Rejected} rows of '{Buffer}' were rejected into '{table}'";
        }
    }

    private IEnumerable<string> Waiting(RowCounts ingested, DrainedRows drained)
    {
        if (ingested.Inserted > 0)
        {
            yield return $"{ingested.Inserted} rows were loaded into '{Buffer}' and wait there for whoever drains it "
                + $"next{(drained.Taken > 0 ? $", but for those among the {drained.Taken} that were drained" : "")}";
        }
    }
}
