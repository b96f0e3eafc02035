using System.Globalization;
using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>What operators do with the buffer of one object of kind absorb, outside of a run.</summary>
/// <param name="context">The object, with the clock and the token of the call; nothing of it is recorded.</param>
/// <param name="owner">Who drains, for others to read.</param>
public sealed class BufferAccess(PackageContext context, string owner)
{
    private readonly DatabaseAccess access = DatabaseAccess.ToTarget(context);

    private AbsorbTables Tables => AbsorbTables.Of(context.Object, access.Platform.Dialect);

    /// <summary>What is to be said of a buffer that a crash empties.</summary>
    public static string Lossy(ObjectDefinition definition) => AbsorbRun.Lossy(AbsorbTables.BufferOf(definition));

    /// <summary>Makes buffer and target where they are missing.</summary>
    /// <param name="isDry">Only says what would be done.</param>
    /// <returns>What was done, as a sentence.</returns>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public string Create(bool isDry)
    {
        var tables = Tables;
        using var turn = access.TakeTurn();
        using var database = access.Open();
        var name = tables.Table.Buffer;
        var isThere = database.KindOf(name) is not null;
        if (isThere && !context.Object.Absorb!.DropExisting)
        {
            return $"'{name}' is there already, and `dropExisting` is false: nothing was done";
        }

        var rows = isThere ? database.Number(tables.Sql.Count) : 0;
        if (rows > 0)
        {
            throw new PackageRefusedException("ORC3574", ErrorClass.Config, "create",
                $"'{name}' holds {rows} rows that are not drained: it is not dropped. Drain it first "
                + "(`orchestrator absorb drain`).");
        }

        if (!isDry)
        {
            using (isThere ? DrainLease.Take(database, tables.Sql, owner, context.Cancellation) : null)
            {
                if (isThere)
                {
                    OwnTable.Commit(database, tables.Sql.Drop, context.Cancellation);
                }

                tables.Ensure(database, context.Cancellation);
            }
        }

        return $"'{name}' {(isDry ? "would be" : "was")} made{(isThere ? " anew" : "")}";
    }

    /// <summary>Drops the buffer.</summary>
    /// <param name="mayLose">Whether also with rows that are not drained.</param>
    /// <returns>Whether it was there.</returns>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public bool Drop(bool mayLose)
    {
        var tables = Tables;
        using var turn = access.TakeTurn();
        using var database = access.Open();
        if (database.KindOf(tables.Table.Buffer) is null)
        {
            return false;
        }

        using var lease = DrainLease.Take(database, tables.Sql, owner, context.Cancellation);
        database.Begin(context.Cancellation);
        try
        {
            if (!mayLose && database.Number(tables.Sql.Count) is > 0 and var rows)
            {
                throw new PackageRefusedException("ORC3574", ErrorClass.Config, "drop",
                    $"'{tables.Table.Buffer}' holds {rows} rows by now that are not drained: it is not dropped.");
            }

            database.Execute(tables.Sql.Drop);
            database.Commit();
            return true;
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    /// <summary>How it stands.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public BufferStatus Status()
    {
        var (tables, options) = (Tables, context.Object.Absorb!);
        var found = new BufferStatus($"{tables.Table.Buffer}", $"{tables.Table.Target}", false, !options.Persisted);
        if (access.Platform.Abilities.IsFile && !File.Exists(access.Address.File))
        {
            return found;
        }

        using var database = DatabaseAccess.ToReadTarget(context).Open();
        if (database.KindOf(tables.Table.Buffer) is null)
        {
            return found;
        }

        found = found with
        {
            IsThere = true,
            Backlog = database.Number(tables.Sql.Count),
            Age = TimeSpan.FromMilliseconds(Math.Max(0, database.Number(tables.Sql.Age))),
        };
        var drainers = new DrainerDialect(database.Platform.Dialect);
        var row = database.KindOf(drainers.Table) is null ? []
            : database.Ask(drainers.Read, DrainLease.Row(database.Platform.Dialect, tables.Table.Buffer)).First;
        return row.Count == 0 ? found : found with
        {
            Drainer = row[0]!,
            Heard = row[0]!.Length == 0 ? null
                : TimeSpan.FromMilliseconds(Math.Max(0, database.Number(tables.Sql.Now) - Value(row[2]))),
            Drained = Value(row[3]),
        };
    }

    /// <summary>Drains all that is there.</summary>
    /// <param name="told">Told what is done so far.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public DrainedRows Drain(Action<DrainedRows> told)
    {
        using var turn = access.TakeTurn();
        using var drainer = new Drainer(access, Tables, context, owner);
        drainer.Drain.All(told, context.Cancellation);
        return drainer.Drain.Total;
    }

    /// <summary>Drains until it is told to stop, and then what is there.</summary>
    /// <param name="told">Told each batch that took rows, and how long it took.</param>
    /// <param name="failed">Told a failure behind which it begins again, and when.</param>
    /// <param name="wait">Waits; false = it is to stop.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains: too many failures in a row.
    /// </exception>
    public DrainedRows Run(
        Action<DrainedRows, TimeSpan> told, Action<Exception, TimeSpan> failed, Func<TimeSpan, bool> wait) =>
        new DrainLoop(access, Tables, context, owner, told, failed, wait).Run();

    private static long Value(string? text) => long.Parse(text!, CultureInfo.InvariantCulture);
}
