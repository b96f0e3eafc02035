using System.Security;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Connection managers of our own making.</summary>
internal static class PackageConnections
{
    /// <summary>Where databases of the tests lie.</summary>
    public const string Server = "Data Source=db1;Provider=SQLNCLI11.1;Integrated Security=SSPI;";

    /// <summary>A database of the server.</summary>
    public static string Database(string name, string database, string expression = "") =>
        Of(name, "OLEDB", $"{Server}Initial Catalog={database};", expression: expression);

    /// <summary>The same as a file beside packages.</summary>
    public static string Shared(string name, string database) => Database(name, database).Replace(
        "<DTS:ConnectionManager DTS:refId", "<DTS:ConnectionManager xmlns:DTS=\"www.microsoft.com/SqlServer/Dts\" "
            + "DTS:refId", StringComparison.Ordinal);

    /// <summary>A file of text with those columns, `Id:i4 Name:wstr(50)`.</summary>
    /// <param name="name">The connection.</param>
    /// <param name="path">Where the file lies.</param>
    /// <param name="columns">Its columns.</param>
    /// <param name="said">Further attributes.</param>
    /// <param name="expression">What gives its path; empty = that is known.</param>
    /// <param name="format">As files name it.</param>
    public static string FlatFile(string name, string path, string columns,
        string said = "DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\"", string expression = "",
        string format = "Delimited") => Of(name, "FLATFILE", path,
            $"DTS:Format=\"{format}\" DTS:RowDelimiter=\"\" DTS:TextQualifier=\"_x0022_\" {said}",
            $"<DTS:FlatFileColumns>{string.Concat(Columns(columns, format))}</DTS:FlatFileColumns>", expression);

    /// <summary>Any connection manager.</summary>
    /// <param name="name">Its name, which is its number, too.</param>
    /// <param name="kind">As files name it.</param>
    /// <param name="place">Its string.</param>
    /// <param name="said">Further attributes.</param>
    /// <param name="inner">What stands in it.</param>
    /// <param name="expression">What gives its string; empty = that is known.</param>
    public static string Of(
        string name, string kind, string place, string said = "", string inner = "", string expression = "") =>
        $"<DTS:ConnectionManager DTS:refId=\"Package.ConnectionManagers[{name}]\" DTS:CreationName=\"{kind}\" "
        + $"DTS:DTSID=\"{{{name}}}\" DTS:ObjectName=\"{name}\">"
        + (expression.Length > 0 ? PackageXml.Expression("ConnectionString", expression) : "")
        + $"<DTS:ObjectData><DTS:ConnectionManager DTS:ConnectionString=\"{SecurityElement.Escape(place)}\" {said}>"
        + $"{inner}</DTS:ConnectionManager></DTS:ObjectData></DTS:ConnectionManager>";

    private static IEnumerable<string> Columns(string columns, string format)
    {
        var all = columns.Split(' ').Select(each => each.Split(':')).ToArray();
        foreach (var (place, column) in all.Index())
        {
            var isLast = place == all.Length - 1;
            var isWide = format == "RaggedRight" && !isLast;
            yield return $"<DTS:FlatFileColumn DTS:ColumnType=\"{(isWide ? "FixedWidth" : "Delimited")}\" "
                + (isWide ? $"DTS:ColumnWidth=\"{FlowXmlTypes.Width(column[1])}\" "
                    : $"DTS:ColumnDelimiter=\"{(isLast ? "_x000D__x000A_" : "_x002C_")}\" ")
                + $"{FlowXmlTypes.OfFile(column[1])} DTS:ObjectName=\"{column[0]}\"/>";
        }
    }
}
