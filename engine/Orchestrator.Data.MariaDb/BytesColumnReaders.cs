using System.Text;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Text, and what is text to the guard.</summary>
internal sealed class SentTextReader(ValueRoom room, Func<MySqlDataReader, int, string> get) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row) =>
        room.Set(to, row, get(from, place));
}

/// <summary>Bytes.</summary>
internal sealed class SentBytesReader(ValueRoom room) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row) =>
        room.Set(to, row, from, place);
}

/// <summary>Uuids, which come as text.</summary>
internal sealed class UuidReader : MariaDbColumnReader
{
    private const int Size = 16;

    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row)
    {
        var text = from.GetString(place);
        if (!Guid.TryParse(text, out var value))
        {
            // A query may call a text of its own like a table and column that are there.
            to.SetBeyond(row, Encoding.UTF8.GetBytes(text));
            return;
        }

        Span<byte> bytes = stackalloc byte[Size];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        to.SetBytes(row, bytes);
    }
}
