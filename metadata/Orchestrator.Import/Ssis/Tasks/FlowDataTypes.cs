using System.Globalization;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Import.Ssis.Tasks;

/// <summary>Types of columns of flows in our words.</summary>
internal static class FlowDataTypes
{
    private const int UnicodeMax = 4000;
    private const int BytesMax = 8000;

    public static string Ours(FlowType type) => type.Name switch
    {
        "DT_BOOL" => "bit",
        "DT_I1" or "DT_I2" => "smallint",
        "DT_UI1" => "tinyint",
        "DT_UI2" or "DT_I4" => "int",
        "DT_UI4" or "DT_I8" => "bigint",
        "DT_UI8" => "decimal(20,0)",
        "DT_R4" => "real",
        "DT_R8" => "float",
        "DT_CY" => "money",
        "DT_DECIMAL" => $"decimal(28,{Number(type.Scale)})",
        "DT_NUMERIC" => $"decimal({Number(type.Precision)},{Number(type.Scale)})",
        "DT_STR" => $"varchar({Length(type.Length, BytesMax)})",
        "DT_WSTR" => $"nvarchar({Length(type.Length, UnicodeMax)})",
        "DT_TEXT" => "varchar(max)",
        "DT_BYTES" => $"varbinary({Length(type.Length, BytesMax)})",
        "DT_IMAGE" => "varbinary(max)",
        "DT_GUID" => "uniqueidentifier",
        "DT_DBDATE" => "date",
        "DT_DBTIME" => "time(0)",
        "DT_DBTIME2" => $"time({Number(type.Scale)})",
        "DT_DATE" or "DT_DBTIMESTAMP" or "DT_FILETIME" => "datetime2(3)",
        "DT_DBTIMESTAMP2" => $"datetime2({Number(type.Scale)})",
        "DT_DBTIMESTAMPOFFSET" => $"datetimeoffset({Number(type.Scale)})",
        _ => "nvarchar(max)",
    };

    private static string Length(int length, int max) => length < 1 || length > max ? "max" : Number(length);

    private static string Number(int number) => number.ToString(CultureInfo.InvariantCulture);
}
