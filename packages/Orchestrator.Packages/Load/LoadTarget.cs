using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// The target table of one load, from the first statement to the commit. The caller holds the file's writer turn.
/// </summary>
internal sealed class LoadTarget : IDisposable
{
    private readonly SqliteDatabase database;
    private readonly ObjectDefinition definition;
    private readonly LoadColumns columns;
    private readonly CancellationToken cancellation;
    private readonly CancellationTokenRegistration interrupt;
    private readonly string table;
    private readonly string loadTable;
    private SqliteBulkWriter? writer;
    private bool exists;
    private long before;
    private long sinceCommit;

    private LoadTarget(SqliteDatabase database, LoadColumns columns, PackageContext context)
    {
        this.database = database;
        this.columns = columns;
        definition = context.Object;
        cancellation = context.Cancellation;
        table = SqliteDialect.TableName(definition.Target.Schema, definition.Target.Name);
        loadTable = LoadTables.NameOf(context.AttemptId);
        interrupt = cancellation.Register(() => SQLitePCL.raw.sqlite3_interrupt(database.Handle));
    }

    /// <summary>How the rows will be published.</summary>
    public LoadPublish Publishing { get; private set; } = new(Swap.Transaction, false, "");

    /// <summary>Rows written that no failure takes back, where the load commits on the way.</summary>
    public long Committed { get; private set; }

    /// <summary>Opens the file.</summary>
    public static LoadTarget Open(string file, LoadColumns columns, PackageContext context) =>
        new(SqliteFiles.OpenTarget(file, context.Time, context.Cancellation, context.HeldUp), columns, context);

    /// <summary>Takes the file's write lock and makes what the rows go into.</summary>
    /// <exception cref="PackageRefusedException">The table is missing or has drifted.</exception>
    public void Begin(long attempt)
    {
        database.Execute("PRAGMA legacy_alter_table=ON");
        database.BeginImmediate(cancellation);
        LoadTables.Sweep(database, table);
        Inspect();
        var into = table;
        if (Publishing.UsesLoadTable)
        {
            into = loadTable;
            LoadTables.Make(database, loadTable, table, attempt, columns.Target);
        }
        else if (!exists)
        {
            Create();
        }

        if (Publishing.Swap == Swap.InPlace)
        {
            database.Execute(SqliteStatements.DeleteAll(table));
        }

        writer = new SqliteBulkWriter(
            database, into, [.. columns.Moved], columns.Filled, isRowByRow: !definition.Load.FastLoad.Value);
    }

    /// <summary>Writes a batch, committing every `commitRows` rows.</summary>
    public void Write(RowBatch batch)
    {
        var chunk = definition.Load.CommitRows.Value;
        for (var from = 0; from < batch.Count;)
        {
            cancellation.ThrowIfCancellationRequested();
            var count = chunk > 0 ? (int)Math.Min(chunk - sinceCommit, batch.Count - from) : batch.Count - from;
            writer!.Write(batch, from, count);
            from += count;
            sinceCommit += count;
            if (sinceCommit == chunk)
            {
                database.Commit();
                Committed += sinceCommit;
                sinceCommit = 0;
                database.BeginImmediate(cancellation);
            }
        }
    }

    /// <summary>Publishes the rows, checks their number, stores the rejected ones and commits.</summary>
    /// <exception cref="PackageRefusedException">The target does not hold the rows that were written.</exception>
    public void Publish(RowCounts counts, Action<SqliteDatabase> storeRejects)
    {
        writer!.Dispose();
        cancellation.ThrowIfCancellationRequested();
        if (Publishing.UsesLoadTable)
        {
            PublishLoadTable();
        }

        CountBack(counts);
        storeRejects(database);
        cancellation.ThrowIfCancellationRequested();

        // From here on the attempt succeeds or fails by the commit alone.
        interrupt.Dispose();
        database.Commit();
    }

    /// <summary>Takes back what is not committed, then keeps the rejected rows in a transaction of their own.</summary>
    public void Abandon(bool hasRejects, Action<SqliteDatabase> storeRejects)
    {
        interrupt.Dispose();
        writer?.Dispose();
        database.Rollback();
        if (writer is null && !hasRejects)
        {
            return;
        }

        // Without a writer the lock may be what was waited for in vain: who cancels then does not wait once more.
        database.BeginImmediate(writer is null ? cancellation : CancellationToken.None);
        LoadTables.Sweep(database, table);
        if (hasRejects)
        {
            storeRejects(database);
        }

        database.Commit();
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        interrupt.Dispose();
        writer?.Dispose();
        database.Dispose();
    }

    private void Inspect()
    {
        exists = TargetShape.Check(database, table, definition, columns.Target);
        var dependents = exists ? Dependents() : [];
        Publishing = LoadContract.Publish(definition.Load, dependents);
        if (Publishing.Swap == Swap.Shadow && dependents.Count > 0)
        {
            throw new PackageRefusedException(
                "ORC3414", ErrorClass.Config, "open",
                $"`swap: shadow` would lose {string.Join(", ", dependents.Take(3))} of the table '{table}'. "
                + "Use `swap: transaction`, or `auto`, which chooses it.");
        }

        if (exists && definition.Load.Pattern.Value == LoadPattern.Append)
        {
            before = SqliteScalar.Long(database, SqliteStatements.Count(table));
        }
    }

    private IReadOnlyList<string> Dependents() => SqliteCatalog.IsDeclaredByEngine(database, table)
        ? SqliteCatalog.Dependents(database, table)
        : [.. SqliteCatalog.Dependents(database, table), "a definition that a script wrote"];

    private void Create()
    {
        database.Execute(SqliteStatements.CreateTable(table, columns.Target));
        SqliteCatalog.Record(database, table, columns.Target);
    }

    private void PublishLoadTable()
    {
        if (Publishing.Swap == Swap.Shadow)
        {
            database.Execute(SqliteStatements.Drop(table));
            database.Execute(SqliteStatements.Rename(loadTable, table));
            SqliteCatalog.Record(database, table, columns.Target);
            LoadTables.Forget(database, loadTable);
            return;
        }

        if (!exists)
        {
            Create();
        }
        else if (definition.Load.Pattern.Value == LoadPattern.TruncateInsert)
        {
            database.Execute(SqliteStatements.DeleteAll(table));
        }

        InsertLoadTable();
        database.Execute(SqliteStatements.Drop(loadTable));
        LoadTables.Forget(database, loadTable);
    }

    private void InsertLoadTable()
    {
        string[] names = [.. columns.Target.Select(column => column.Name)];
        try
        {
            database.Execute(SqliteStatements.InsertSelect(loadTable, table, names));
        }
        catch (SqliteException fault) when (fault.SqliteErrorCode == SQLitePCL.raw.SQLITE_CONSTRAINT)
        {
            throw new PublishRefusal(database, loadTable, table, columns, before).Explain(fault);
        }
    }

    private void CountBack(RowCounts counts)
    {
        var found = SqliteScalar.Long(database, SqliteStatements.Count(table));
        if (found != before + counts.Inserted)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "publish",
                $"The table '{table}' holds {found} rows after the load, but {before} before and {counts.Inserted} "
                + "written make another number. A trigger or another writer changed it; nothing was published.");
        }
    }
}
