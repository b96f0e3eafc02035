using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>Writes each row by an INSERT of its own with typed parameters.</summary>
internal sealed class SqlServerRowWriter : IBulkWriter
{
    private const int UnicodeMax = 4000;
    private const int BytesMax = 8000;

    private readonly SqlServerDatabase database;
    private readonly TableName table;
    private readonly SqlServerColumns columns;
    private readonly SqlCommand command;
    private readonly SqlServerIdentity? identity;
    private long rows;

    /// <summary>A writer into a table, within the transaction of the database.</summary>
    public SqlServerRowWriter(
        SqlServerDatabase database, TableName table, IReadOnlyList<RowColumn> columns,
        IReadOnlyList<FilledColumn> filled, WriteOptions options)
    {
        this.database = database;
        this.table = table;
        this.columns = new SqlServerColumns(database, table, columns, filled);
        command = database.Command(
            database.Dialect.Insert(table, [.. this.columns.All.Zip(this.columns.Names, (column, name) =>
                column with { Name = name })]),
            []);
        for (var i = 0; i < this.columns.All.Count; i++)
        {
            command.Parameters.Add(Parameter($"@p{i + 1}", this.columns.All[i].Type));
        }

        for (var i = 0; i < filled.Count; i++)
        {
            command.Parameters[columns.Count + i].Value = this.columns.Filled[i];
        }

        identity = options.KeepsIdentity ? SqlServerIdentity.Keep(database, table, this.columns.Names) : null;
    }

    /// <inheritdoc/>
    public void Write(RowBatch batch, int from, int count)
    {
        for (var row = from; row < from + count; row++)
        {
            for (var i = 0; i < columns.Boxes.Length; i++)
            {
                command.Parameters[i].Value = columns.Boxes[i].Of(batch.Columns[i], row);
            }

            rows += Insert(batch, row);
        }
    }

    /// <inheritdoc/>
    public long Complete()
    {
        var taken = rows;
        rows = 0;
        return taken;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        identity?.Dispose();
        command.Dispose();
    }

    private int Insert(RowBatch batch, int row)
    {
        try
        {
            return database.Work.Run(command, static c => c.ExecuteNonQuery());
        }
        catch (SqlException fault) when (
            SqlServerErrors.Note(fault, 1, database.Work.IsStopped) == DatabaseFaultClass.Data)
        {
            var one = new WrittenRows();
            one.Add(batch, row, 1);
            throw one.Refusal(fault, table, columns.Names);
        }
    }

    // Text goes as Unicode: the server puts it into the column's code page, not the client into the database's.
    private static SqlParameter Parameter(string name, SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => new(name, SqlDbType.Bit),
        SqlTypeKind.TinyInt => new(name, SqlDbType.TinyInt),
        SqlTypeKind.SmallInt => new(name, SqlDbType.SmallInt),
        SqlTypeKind.Int => new(name, SqlDbType.Int),
        SqlTypeKind.BigInt => new(name, SqlDbType.BigInt),
        SqlTypeKind.Decimal =>
            new(name, SqlDbType.Decimal) { Precision = (byte)type.Precision, Scale = (byte)type.Scale },
        SqlTypeKind.Money => new(name, SqlDbType.Money),
        SqlTypeKind.SmallMoney => new(name, SqlDbType.SmallMoney),
        SqlTypeKind.Real => new(name, SqlDbType.Real),
        SqlTypeKind.Float => new(name, SqlDbType.Float),
        SqlTypeKind.Date => new(name, SqlDbType.Date),
        SqlTypeKind.Time => new(name, SqlDbType.Time) { Scale = (byte)type.Scale },
        SqlTypeKind.DateTime => new(name, SqlDbType.DateTime),
        SqlTypeKind.SmallDateTime => new(name, SqlDbType.SmallDateTime),
        SqlTypeKind.DateTime2 => new(name, SqlDbType.DateTime2) { Scale = (byte)type.Scale },
        SqlTypeKind.DateTimeOffset => new(name, SqlDbType.DateTimeOffset) { Scale = (byte)type.Scale },
        SqlTypeKind.UniqueIdentifier => new(name, SqlDbType.UniqueIdentifier),
        _ when type.IsBinary => new(name, SqlDbType.VarBinary, type.LengthMax <= BytesMax ? BytesMax : -1),
        _ => new(name, SqlDbType.NVarChar, type.LengthMax <= UnicodeMax ? UnicodeMax : -1),
    };
}
