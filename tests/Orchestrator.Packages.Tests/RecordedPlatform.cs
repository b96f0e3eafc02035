using System.Collections.Concurrent;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Data.Calibrate;
using Orchestrator.Data.Durability;

namespace Orchestrator.Packages.Tests;

/// <summary>A platform that writes down what is asked of its databases, and may have other abilities.</summary>
internal sealed class RecordedPlatform(IPlatform inner, PlatformAbilities abilities) : IPlatform
{
    public List<string> Log { get; } = [];

    /// <summary>What was asked of what hangs on tables.</summary>
    public List<string> Asked { get; } = [];

    /// <summary>How its databases were opened.</summary>
    public List<DatabaseUse> Uses { get; } = [];

    /// <summary>Its databases that are open.</summary>
    public ConcurrentDictionary<IDatabase, DatabaseUse> Sessions { get; } = new();

    /// <summary>Called with each entry before the call goes on: a test may throw, or change the database.</summary>
    public Action<string> Before { get; set; } = _ => { };

    /// <summary>Why a result cannot be held against its column, as a database may say.</summary>
    public Func<string, string?> ResultRefusal { get; set; } = _ => null;

    /// <summary>What a bound is over the column that a query is for, as a database may say; null = as it is.</summary>
    public Func<string, object?> Bound { get; set; } = _ => null;

    /// <summary>Of which tables its databases say that they show a part; null = as they are.</summary>
    public IReadOnlyList<ShownPart>? Parts { get; set; }

    /// <summary>What the server says when a connection is gone.</summary>
    public string Gone { get; set; } = "gone";

    /// <summary>Called once a commit has been made.</summary>
    public Action Committed { get; set; } = () => { };

    public string Name => inner.Name;

    public Dialect Dialect => inner.Dialect;

    public PlatformAbilities Abilities => abilities;

    public OwnQuestions Own => inner.Own;

    public IDatabase Open(DatabaseAddress address, DatabaseUse use)
    {
        Told("open");
        Uses.Add(use);
        var opened = new RecordedDatabase(inner.Open(address, use), this);
        Sessions[opened] = use;
        return opened;
    }

    /// <summary>How often somebody looked whether a database is relaxed.</summary>
    public int Looked { get; private set; }

    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase)
    {
        Looked++;
        return inner.OpenDurability(address, use, ofDatabase);
    }

    /// <summary>An <see cref="EndOfStreamException"/> stands for a connection that is gone.</summary>
    public DatabaseFault? Explain(Exception fault) => fault is EndOfStreamException
        ? new DatabaseFault(DatabaseFaultClass.Transient, "GONE", Gone, "Run it again.", IsConnectionLost: true)
        : inner.Explain(fault);

    public void AfterWriting(DatabaseAddress address, DatabaseUse use) => inner.AfterWriting(address, use);

    public void Told(string entry)
    {
        Log.Add(entry);
        Before(entry);
    }
}

/// <summary>One of its databases.</summary>
internal sealed class RecordedDatabase(IDatabase inner, RecordedPlatform log) : IDatabase
{
    /// <summary>A session in which something happens before each such call.</summary>
    public static RecordedDatabase Before(string entry, IDatabase inner, Action happens) => new(
        inner, new RecordedPlatform(inner.Platform, inner.Platform.Abilities)
        {
            Before = told =>
            {
                if (told == entry)
                {
                    happens();
                }
            },
        });

    public IPlatform Platform => log;

    public string TextEncoding => inner.TextEncoding;

    public void Begin(CancellationToken cancellation)
    {
        log.Told("begin");
        inner.Begin(cancellation);
    }

    public void Commit()
    {
        log.Told("commit");
        inner.Commit();
        log.Committed();
    }

    public void Rollback()
    {
        log.Log.Add("rollback");
        inner.Rollback();
    }

    public long Execute(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        log.Told(sql);
        return inner.Execute(sql, values);
    }

    public long Number(string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        log.Told(sql);
        return inner.Number(sql, values);
    }

    public Answer Ask(string sql, params IReadOnlyList<(string Name, object? Value)> values) => inner.Ask(sql, values);

    public string? ResultRefusal(
        string sql, RowColumn column, params IReadOnlyList<(string Name, object? Value)> values) =>
        log.ResultRefusal(sql) ?? inner.ResultRefusal(sql, column, values);

    public IReadOnlyList<DescribedColumn>? Describe(
        string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        log.Asked.Add(sql);
        return inner.Describe(sql, values);
    }

    public void Examine(ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values)
    {
        log.Asked.Add(statement.Text);
        inner.Examine(statement, values);
    }

    public IReadOnlyList<object> Bounds(
        IReadOnlyList<TypedValue> bounds, bool isBefore, string column,
        params IReadOnlyList<(string Name, object? Value)> values) =>
        log.Bound(column) is { } bound ? [.. bounds.Select(_ => bound)]
            : inner.Bounds(bounds, isBefore, column, values);

    public long RunStatement(
        ScriptStatement statement, params IReadOnlyList<(string Name, object? Value)> values) =>
        inner.RunStatement(statement, values);

    public IReadOnlyList<RowColumn> Columns(TableName table) => inner.Columns(table);

    public IReadOnlyList<string> Defaults(TableName table) => inner.Defaults(table);

    public bool IsMadeElsewhere(TableName table) => inner.IsMadeElsewhere(table);

    public IReadOnlyList<CatalogTable> Tables() => inner.Tables();

    public IReadOnlySet<Right> Rights() => inner.Rights();

    public IReadOnlyList<string> SilentTriggers(TableName table) => inner.SilentTriggers(table);

    public string? KindOf(TableName table) => inner.KindOf(table);

    public IReadOnlyList<string> Dependents(TableName table)
    {
        log.Asked.Add("dependents");
        return inner.Dependents(table);
    }

    public void CreateTable(TableName table, IReadOnlyList<RowColumn> columns)
    {
        log.Told($"create {table}");
        inner.CreateTable(table, columns);
    }

    public void CreateTable(TableName table, IReadOnlyList<RowColumn> columns, TableKey key)
    {
        log.Told($"create {table}");
        inner.CreateTable(table, columns, key);
    }

    public void AddColumns(TableName table, IReadOnlyList<RowColumn> columns) => inner.AddColumns(table, columns);

    public void CreateLoadTable(
        TableName load, TableName target, long attempt, IReadOnlyList<RowColumn> columns,
        params IReadOnlyList<string> foundBy)
    {
        log.Told($"create load table of {target}");
        inner.CreateLoadTable(load, target, attempt, columns, foundBy);
    }

    public void DropLoadTable(TableName load)
    {
        log.Told("drop load table");
        inner.DropLoadTable(load);
    }

    public IReadOnlyList<TableName> LeftLoadTables(TableName target) => inner.LeftLoadTables(target);

    public void Exchange(TableName load, TableName target, IReadOnlyList<RowColumn> columns)
    {
        log.Told($"exchange {target}");
        inner.Exchange(load, target, columns);
    }

    public IReadOnlyList<string> Uncarried(TableName table)
    {
        log.Asked.Add("uncarried");
        return inner.Uncarried(table);
    }

    public IReadOnlyList<TableName> Referrers(TableName table)
    {
        log.Asked.Add("referrers");
        return inner.Referrers(table);
    }

    public bool PointsToItself(TableName table) => inner.PointsToItself(table);

    public bool WaitsForItself(TableName table) => inner.WaitsForItself(table);

    public IReadOnlyList<string> Cascades(TableName table) => inner.Cascades(table);

    public IReadOnlyList<ShownPart> PartsShown(TableName? table) =>
        log.Parts?.Where(part => table is null || part.Table == table).ToArray() ?? inner.PartsShown(table);

    public IReadOnlyList<CrashLoss> LostInCrash(TableName? table) => inner.LostInCrash(table);

    public IReadOnlyList<AsidePart> SetAside(TableName table, AsideKinds kinds) => inner.SetAside(table, kinds);

    public void CreateShadow(TableName load, TableName target, long attempt)
    {
        log.Told($"create shadow of {target}");
        inner.CreateShadow(load, target, attempt);
    }

    public void CompleteShadow(TableName load, TableName target) => inner.CompleteShadow(load, target);

    public void ExchangeShadow(TableName load, TableName target)
    {
        log.Told($"exchange shadow {target}");
        inner.ExchangeShadow(load, target);
    }

    public RefusedRow? FindRefused(
        TableName load, TableName target, IReadOnlyList<string> columns, long before, Exception fault) =>
        inner.FindRefused(load, target, columns, before, fault);

    public IRowReader Read(string sql, params IReadOnlyList<(string Name, object? Value)> values) =>
        inner.Read(sql, values);

    public IBulkWriter Write(
        TableName table, IReadOnlyList<RowColumn> columns, IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        var isLoadTable = table.Name.StartsWith(Dialect.OwnPrefix, StringComparison.Ordinal);
        log.Told($"write {(isLoadTable ? "load table" : table.Name)}");
        return inner.Write(table, columns, filled, options);
    }

    public ISampleInsert Insert(TableName table, InsertForm form, int rows) => inner.Insert(table, form, rows);

    public Interruption Interruption => inner.Interruption;

    public void Dispose()
    {
        log.Sessions.TryRemove(this, out _);
        inner.Dispose();
    }
}
