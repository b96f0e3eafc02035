using MySqlConnector;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.MariaDb;

/// <summary>Dates and time stamps. What is no day of any calendar, such as 0000-00-00, is beyond the type.</summary>
internal sealed class MomentReader(SqlTypeKind kind) : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row)
    {
        var value = from.GetMySqlDateTime(place);
        if (!MariaDbTime.TryTicks(value, out var ticks))
        {
            to.SetBeyond(row, MariaDbTime.Text(value, hasTime: kind != SqlTypeKind.Date));
        }
        else if (kind == SqlTypeKind.DateTimeOffset)
        {
            // Sessions are in UTC.
            to.Int128s[row] = OffsetTime.Pack(ticks, 0);
        }
        else
        {
            to.Int64s[row] = ticks;
        }
    }
}

/// <summary>Times of a day. A span of more than a day, or backwards, is beyond the type.</summary>
internal sealed class SpanReader : MariaDbColumnReader
{
    public override void Read(MySqlDataReader from, int place, ColumnVector to, int row)
    {
        var value = from.GetTimeSpan(place);
        if (MariaDbTime.IsOfDay(value))
        {
            to.Int64s[row] = value.Ticks;
        }
        else
        {
            to.SetBeyond(row, MariaDbTime.Text(value));
        }
    }
}
