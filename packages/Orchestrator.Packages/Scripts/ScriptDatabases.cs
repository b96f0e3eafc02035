using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Flows;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Sql;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scripts;

/// <summary>Databases, as a class asks and changes them: opened, named and closed here.</summary>
internal sealed class ScriptDatabases(PackageContext context)
{
    /// <summary>All rows of a query.</summary>
    /// <exception cref="PackageRefusedException">There are too many, or one is no row of the type.</exception>
    public IReadOnlyList<T> Read<T>(string connection, string sql, (string Name, object? Value)[] values)
    {
        ScriptReach.Database(context, connection, writes: false);
        using var database = DatabaseAccess.ToSource(context with
        {
            Object = context.Object with { Source = new ObjectSource { Connection = connection } },
        }).Open();
        using var interrupt = database.Interruption.On(context.Cancellation);
        using var reader = database.Read(sql, Given(values));
        var (making, make) = RowFit.Of(typeof(T),
            () => (new RowMaking<T>(reader.Columns, $"'{connection}'"), RowMaking<T>.Maker));
        using var pool = new RowBatchPool(context.Resources.Memory, reader.Columns);
        using var guard = new Guard(reader.Columns, making.Guarded, context.Resources);
        List<T> rows = [];
        while (Next(reader, pool, guard) is { } batch)
        {
            using (batch)
            {
                Add(rows, batch, make, connection);
            }
        }

        return rows;
    }

    /// <summary>Runs statements in a transaction of their own.</summary>
    /// <exception cref="PackageRefusedException">One of them cannot stand in a package.</exception>
    public long Execute(string connection, string sql, (string Name, object? Value)[] values)
    {
        ScriptReach.Database(context, connection, writes: true);
        // Nobody looks for a marker of what a class commits, so that it waits for the disk.
        var access = DatabaseAccess.ToTarget(context with
        {
            Object = context.Object with { Target = new ObjectTarget(connection, null, "") },
            IsRelaxed = false,
        });
        using var turn = access.TakeTurn();
        long changed;
        using (var database = access.Open())
        {
            changed = Changed(database, sql, Given(values));
        }

        access.AfterWriting();
        return changed;
    }

    private long Changed(IDatabase database, string sql, (string Name, object? Value)[] values)
    {
        using var interrupt = database.Interruption.On(context.Cancellation);
        database.Begin(context.Cancellation);
        try
        {
            var changed = 0L;
            foreach (var statement in database.Platform.Dialect.Split(sql))
            {
                context.Cancellation.ThrowIfCancellationRequested();
                Refuse(database.Platform.Dialect, statement);
                changed += database.RunStatement(statement, values);
            }

            // In this order: the next statement may hear an interrupt of a session at rest, and is no commit then.
            interrupt.Dispose();
            context.Cancellation.ThrowIfCancellationRequested();
            CrashPoint.Around("script.commit", () => UnmarkedCommit.Of(database, context, KindTable.Script.Word));
            return changed;
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    private static void Refuse(Dialect dialect, ScriptStatement statement)
    {
        if (SqlContract.Refusal(dialect, statement) is { } refusal)
        {
            throw new PackageRefusedException("ORC3421", ErrorClass.Config, KindTable.Script.Word,
                $"{refusal} Take it out; each call commits by itself.");
        }
    }

    // What the class gives comes before what the solution calls so.
    private (string Name, object? Value)[] Given((string Name, object? Value)[] values)
    {
        (string Name, object? Value)[] given =
            [.. values.Select(value => value.Name.StartsWith('@') ? value : ($"@{value.Name}", value.Value))];
        return [.. context.Values.Where(value => !given.Any(one => one.Name == value.Name)), .. given];
    }

    private RowBatch? Next(IRowReader reader, RowBatchPool pool, Guard guard)
    {
        var batch = pool.Rent(context.Cancellation);
        var isTaken = false;
        try
        {
            if (!reader.Read(batch, context.Cancellation))
            {
                return null;
            }

            RefuseRejected(batch);
            isTaken = true;
            return guard.Check(batch);
        }
        finally
        {
            if (!isTaken)
            {
                batch.Dispose();
            }
        }
    }

    private void Add<T>(List<T> rows, RowBatch batch, Func<ColumnVector[], int, T> make, string connection)
    {
        RefuseRejected(batch);
        if (rows.Count + batch.Count > ScriptContract.RowsMax)
        {
            throw new PackageRefusedException(ScriptReach.Code, ErrorClass.Data, KindTable.Script.Word,
                $"'{context.Object.Plugin!.Class}' reads more than {Words.Number(ScriptContract.RowsMax)} rows of "
                + $"'{connection}' at once. Ask for fewer, or let a load move them.");
        }

        var columns = batch.Columns.ToArray();
        for (var row = 0; row < batch.Count; row++)
        {
            try
            {
                rows.Add(make(columns, row));
            }
            catch (FormatException wrong)
            {
                throw Unfit($"row {Words.Number(batch.RowNumber(row))}: {wrong.Message.TrimEnd('.')}");
            }
        }
    }

    private void RefuseRejected(RowBatch batch)
    {
        if (batch.Rejected is [var row, ..])
        {
            throw Unfit($"row {Words.Number(row.Row)}: column {row.Column} {row.Message.TrimEnd('.')}");
        }
    }

    private PackageRefusedException Unfit(string what) => new("ORC3706", ErrorClass.Data, KindTable.Script.Word,
        $"What '{context.Object.Plugin!.Class}' reads is no row of its type: {QuotedWords.Shown(what, context)}.");
}
