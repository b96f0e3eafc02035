using System.Data.Common;
using System.Globalization;

namespace Orchestrator.Ledger.Servers;

/// <summary>A statement of a ledger on a server.</summary>
internal sealed class ServerStatement(ServerDatabase database, string sql) : Statement
{
    private readonly List<DbParameter> values = [];
    private DbCommand? command;
    private DbDataReader? reader;

    public override Statement Bind(long? value) => Bind(database.Server.Parameter(values.Count + 1, value));

    public override Statement Bind(string? value) => Bind(database.Server.Parameter(values.Count + 1, value));

    public override void Run()
    {
        try
        {
            Command().ExecuteNonQuery();
        }
        finally
        {
            Reset();
        }
    }

    public override bool Step()
    {
        reader ??= Command().ExecuteReader();
        if (reader.Read())
        {
            return true;
        }

        // The server may have more to say than rows.
        reader.NextResult();
        Reset();
        return false;
    }

    public override bool IsNull(int column) => reader!.IsDBNull(column);

    public override long Number(int column) =>
        Convert.ToInt64(reader!.GetValue(column), CultureInfo.InvariantCulture);

    public override string Text(int column) => reader!.GetString(column);

    public override void Reset()
    {
        reader?.Dispose();
        command?.Dispose();
        (reader, command) = (null, null);
        values.Clear();
    }

    public override void Dispose() => Reset();

    private ServerStatement Bind(DbParameter value)
    {
        values.Add(value);
        return this;
    }

    private DbCommand Command()
    {
        command = database.Command(sql);
        command.Parameters.AddRange(values.ToArray());
        return command;
    }
}
