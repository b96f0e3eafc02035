using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Whole numbers, and others without their point.</summary>
internal sealed class WholeReader(Func<MySqlDataReader, int, long> get) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row) =>
        to.Int64s[row] = get(from, place);
}

/// <summary>Numbers of more than 18 digits, without their point.</summary>
internal sealed class WideReader(Func<MySqlDataReader, int, Int128> get) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row) =>
        to.Int128s[row] = get(from, place);
}

/// <summary>Floating point numbers.</summary>
internal sealed class FloatingReader(Func<MySqlDataReader, int, double> get) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row) =>
        to.Doubles[row] = get(from, place);
}
