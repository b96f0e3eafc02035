using System.Data.Common;

namespace Orchestrator.Data;

/// <summary>Short answers of a database; rows of data are read otherwise.</summary>
public static class CommandRows
{
    /// <summary>All rows of the first result of a command.</summary>
    public static List<T> Rows<T>(this DbCommand command, Func<DbDataReader, T> read)
    {
        var rows = new List<T>();
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            rows.Add(read(reader));
        }

        return rows;
    }

    /// <summary>Goes through all rows of all results.</summary>
    public static void Drain(this DbDataReader reader)
    {
        do
        {
            while (reader.Read())
            {
            }
        }
        while (reader.NextResult());
    }
}
