using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Source;

/// <summary>One part of a source that is read by several: its connection, and the rows of its range.</summary>
internal sealed class SourcePart(IDatabase database, int number) : IRowReader
{
    private readonly string _place = $"part {number}";
    private IRowReader? _reader;

    /// <summary>Its number, from 1.</summary>
    public int Number => number;

    /// <summary>Rows that it has read.</summary>
    public long Rows { get; private set; }

    public IReadOnlyList<RowColumn> Columns => _reader!.Columns;

    public long BytesRead => _reader?.BytesRead ?? 0;

    /// <summary>Begins the transaction that sees the snapshot.</summary>
    public void Begin(CancellationToken cancellation) => database.Begin(cancellation);

    /// <summary>The first row of a question.</summary>
    public IReadOnlyList<string?> Ask(
        string sql, IReadOnlyList<(string Name, object? Value)> values, CancellationToken cancellation)
    {
        using var interrupt = database.Interruption.On(cancellation);
        return database.Ask(sql, values).First;
    }

    /// <summary>Opens the rows.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="columns">Its columns, and whether they pass through.</param>
    /// <param name="sql">The statement of its range.</param>
    /// <param name="values">Parameters.</param>
    /// <param name="cancellation">Stops it.</param>
    public void Open(
        ObjectDefinition definition, LoadColumns columns, string sql,
        IReadOnlyList<(string Name, object? Value)> values, CancellationToken cancellation)
    {
        using var interrupt = database.Interruption.On(cancellation);
        if (columns.Pass)
        {
            _reader = database.ReadToPass(
                sql, [.. columns.Guarded.Select(column => column.Source)], columns.Filled, values);
            return;
        }

        _reader = HashColumn.Behind(ConstantColumns.Behind(
            LoadSource.Read(database, definition, sql, values), definition), definition);
    }

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        var isThere = _reader!.Read(batch, cancellation);
        batch.File = _place;
        Rows += batch.Count;
        return isThere;
    }

    public void Dispose()
    {
        _reader?.Dispose();
        database.Dispose();
    }
}
