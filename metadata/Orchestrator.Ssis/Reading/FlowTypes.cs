using System.Xml.Linq;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Ssis.Reading;

/// <summary>Types of columns: words in flows, numbers in files and parameters.</summary>
internal static class FlowTypes
{
    private static readonly Dictionary<int, string> Numbers = new()
    {
        [2] = "DT_I2",
        [3] = "DT_I4",
        [4] = "DT_R4",
        [5] = "DT_R8",
        [6] = "DT_CY",
        [7] = "DT_DATE",
        [8] = "DT_WSTR",
        [11] = "DT_BOOL",
        [14] = "DT_DECIMAL",
        [16] = "DT_I1",
        [17] = "DT_UI1",
        [18] = "DT_UI2",
        [19] = "DT_UI4",
        [20] = "DT_I8",
        [21] = "DT_UI8",
        [64] = "DT_FILETIME",
        [72] = "DT_GUID",
        [128] = "DT_BYTES",
        [129] = "DT_STR",
        [130] = "DT_WSTR",
        [131] = "DT_NUMERIC",
        [133] = "DT_DBDATE",
        [134] = "DT_DBTIME",
        [135] = "DT_DBTIMESTAMP",
        [145] = "DT_DBTIME2",
        [146] = "DT_DBTIMESTAMPOFFSET",
        [301] = "DT_IMAGE",
        [302] = "DT_TEXT",
        [303] = "DT_NTEXT",
        [304] = "DT_DBTIMESTAMP2",
    };

    // As parameters of ADO.NET count.
    private static readonly Dictionary<int, string> AdoNumbers = new()
    {
        [0] = "DT_STR",
        [1] = "DT_BYTES",
        [2] = "DT_UI1",
        [3] = "DT_BOOL",
        [4] = "DT_CY",
        [5] = "DT_DBDATE",
        [6] = "DT_DBTIMESTAMP",
        [7] = "DT_NUMERIC",
        [8] = "DT_R8",
        [9] = "DT_GUID",
        [10] = "DT_I2",
        [11] = "DT_I4",
        [12] = "DT_I8",
        [14] = "DT_I1",
        [15] = "DT_R4",
        [16] = "DT_WSTR",
        [17] = "DT_DBTIME",
        [18] = "DT_UI2",
        [19] = "DT_UI4",
        [20] = "DT_UI8",
        [21] = "DT_NUMERIC",
        [22] = "DT_STR",
        [23] = "DT_WSTR",
        [25] = "DT_NTEXT",
        [26] = "DT_DBTIMESTAMP2",
        [27] = "DT_DBTIMESTAMPOFFSET",
    };

    // As parameters of ODBC count; a negative number may be written without its sign.
    private static readonly Dictionary<int, string> OdbcNumbers = new()
    {
        [1] = "DT_STR",
        [2] = "DT_NUMERIC",
        [3] = "DT_NUMERIC",
        [4] = "DT_I4",
        [5] = "DT_I2",
        [6] = "DT_R8",
        [7] = "DT_R4",
        [8] = "DT_R8",
        [9] = "DT_DBDATE",
        [10] = "DT_DBTIME",
        [11] = "DT_DBTIMESTAMP",
        [12] = "DT_STR",
        [91] = "DT_DBDATE",
        [92] = "DT_DBTIME",
        [93] = "DT_DBTIMESTAMP",
        [-1] = "DT_TEXT",
        [-2] = "DT_BYTES",
        [-3] = "DT_BYTES",
        [-4] = "DT_IMAGE",
        [-5] = "DT_I8",
        [-6] = "DT_UI1",
        [-7] = "DT_BOOL",
        [-8] = "DT_WSTR",
        [-9] = "DT_WSTR",
        [-10] = "DT_NTEXT",
        [-11] = "DT_GUID",
    };

    /// <summary>A type as flows write it: `wstr`, `dbTimeStamp`.</summary>
    public static string OfWord(string? word) =>
        string.IsNullOrEmpty(word) || word is "empty" or "null" ? "" : $"DT_{word.ToUpperInvariant()}";

    /// <summary>A type by its number; empty where the number is not known.</summary>
    public static string OfNumber(int number) => Numbers.GetValueOrDefault(number, "");

    /// <summary>A type of a parameter, by its number, which each kind of connection counts in its own way.</summary>
    public static string OfParameter(int number, ConnectionManagerKind kind) => kind switch
    {
        ConnectionManagerKind.AdoNet => AdoNumbers.GetValueOrDefault(number, ""),
        ConnectionManagerKind.Odbc => OdbcNumbers.GetValueOrDefault(number > 32767 ? number - 65536 : number, ""),
        _ => OfNumber(number),
    };

    /// <summary>The type of a column of a flow, by its attributes; those of an input are called `cached…`.</summary>
    public static FlowType OfColumn(XElement column, string prefix = "")
    {
        string? Value(string name) => column.Attribute(
            prefix.Length == 0 ? name : prefix + char.ToUpperInvariant(name[0]) + name[1..])?.Value;

        return new(OfWord(Value("dataType")), DtsProperties.NumberOf(Value("length")),
            DtsProperties.NumberOf(Value("precision")), DtsProperties.NumberOf(Value("scale")),
            DtsProperties.NumberOf(Value("codePage") ?? Value("codepage")));
    }
}
