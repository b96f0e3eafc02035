using System.Data.Common;
using System.Globalization;

namespace Orchestrator.Ledger.Servers;

/// <summary>A statement of a ledger on a server.</summary>
internal sealed class ServerStatement(ServerDatabase database, string sql) : Statement
{
    private readonly List<DbParameter> _values = [];
    private DbCommand? _command;
    private DbDataReader? _reader;

    public override Statement Bind(long? value) => Bind(database.Server.Parameter(_values.Count + 1, value));

    public override Statement Bind(string? value) => Bind(database.Server.Parameter(_values.Count + 1, value));

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
        _reader ??= Command().ExecuteReader();
        if (_reader.Read())
        {
            return true;
        }

        // The server may have more to say than rows.
        _reader.NextResult();
        Reset();
        return false;
    }

    public override bool IsNull(int column) => _reader!.IsDBNull(column);

    public override long Number(int column) =>
        Convert.ToInt64(_reader!.GetValue(column), CultureInfo.InvariantCulture);

    public override string Text(int column) => _reader!.GetString(column);

    public override void Reset()
    {
        _reader?.Dispose();
        _command?.Dispose();
        (_reader, _command) = (null, null);
        _values.Clear();
    }

    public override void Dispose() => Reset();

    private ServerStatement Bind(DbParameter value)
    {
        _values.Add(value);
        return this;
    }

    private DbCommand Command()
    {
        _command = database.Command(sql);
        _command.Parameters.AddRange(_values.ToArray());
        return _command;
    }
}
