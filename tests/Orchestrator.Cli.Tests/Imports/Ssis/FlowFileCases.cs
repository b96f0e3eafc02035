using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Data flows from and to files.</summary>
internal static class FlowFileCases
{
    private const string Folder = "connections/Files_in.yaml";
    private const string Columns = "Code:str(4) Name:str(50)";
    private const string Workbook =
        "Provider=Microsoft.ACE.OLEDB.12.0;Data Source=*;Extended Properties=\"Excel 12.0;HDR=YES\";";
    private const string WithoutNames = "DTS:ColumnNamesInFirstDataRow=\"False\"";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["flat_file_source"] = FromFile("DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\"")
            .Says("Load", "source: {file: \"shops.csv\"", "{column: Code, dataType: varchar(4)}")
            .Says(Folder, "folder: \"C:/in\""),
        ["flat_file_in_a_code_page"] = FromFile("DTS:CodePage=\"850\" DTS:ColumnNamesInFirstDataRow=\"True\"")
            .Says(Folder, "encoding: ibm850"),
        ["flat_file_with_commas_in_numbers"] = FromFile(
            "DTS:CodePage=\"1252\" DTS:LocaleID=\"1031\" DTS:ColumnNamesInFirstDataRow=\"True\"")
            .Says(Folder, "decimal: "),
        ["flat_file_without_names"] = FromFile($"DTS:CodePage=\"1252\" {WithoutNames}")
            .Says(Folder, "header: none", "encoding: windows-1252"),
        ["flat_file_with_lines_to_skip"] = FromFile(
            "DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\" DTS:HeaderRowsToSkip=\"2\"")
            .Says(Folder, "skipLines: 2"),
        ["flat_file_of_fixed_width"] = FromFile($"DTS:CodePage=\"65001\" {WithoutNames}", "RaggedRight")
            .Says(Folder, "style: fixed", "widths: [4, 50]"),
        ["flat_file_destination"] = ToFile(PackageConnections.FlatFile("Shops", "C:\\out\\shops.csv", Columns))
            .Says("Load", "target: {file: \"shops.csv\"").Lacks("Load", "pattern")
            .Says("projects/Nightly/project.yaml", "source: Source", "target: Files_out"),
        // Lines are left out of what is read alone.
        ["flat_file_destination_without_quotes"] = ToFile(PackageConnections.FlatFile("Shops", "C:\\out\\shops.csv",
                Columns, "DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\" DTS:HeaderRowsToSkip=\"2\"")
            .Replace("_x0022_", "_x003C_none_x003E_", StringComparison.Ordinal))
            .Says("connections/Files_out.yaml", "quote: none").Lacks("connections/Files_out.yaml", "skipLines"),
        ["excel_source"] = new PackageCase(Of(
            new FlowXml().Source("Read", "Microsoft.ExcelSource", "Book", "Name:wstr(255)", ("AccessMode", "0"),
                    ("OpenRowset", "Shops$A1:C10"))
                .Into("Write", "[dbo].[Shop]", "Read", "Name=Read.Name").Task(),
            connections: Both + PackageConnections.Of("Book", "EXCEL", "Provider=Microsoft.ACE.OLEDB.12.0;"
                + "Data Source=C:\\in\\shops.xlsx;Extended Properties=\"EXCEL 12.0 XML;HDR=YES\";")))
            .Says("Load", "file: \"shops.xlsx\"").Says(Folder, "style: excel", "sheet: Shops", "range: \"A1:C10\""),
        ["excel_behind_ole_db"] = FromSheet("Microsoft.OLEDBSource",
            PackageConnections.Of("Book", "OLEDB", At("C:\\in\\shops.xlsx")))
            .Says("Load", "file: \"shops.xlsx\"").Says(Folder, "style: excel", "sheet: Shops"),
        ["excel_of_an_expression"] = FromSheet("Microsoft.ExcelSource",
            PackageConnections.Of("Book", "EXCEL", At("C:\\old\\a.xlsx"),
                expression: $"\"{Workbook.Replace("\"", "\\\"", StringComparison.Ordinal)}\""
                    .Replace("*", "\" + @[User::Book] + \"", StringComparison.Ordinal)),
            Variable("Book", 8, "C:\\in\\shops.xlsx"))
            .Says("Load", "file: \"shops.xlsx\"").Says(Folder, "folder: \"C:/in\"", "sheet: Shops"),
        ["excel_source_of_a_pattern"] = new PackageCase(Of(
            new FlowXml().Source("Read", "Microsoft.ExcelSource", "Book", "Name:wstr(255)", ("AccessMode", "2"),
                    ("SqlCommand", "SELECT Name FROM [Shops$] WHERE Name LIKE 'a%' AND NOT (Name LIKE '%z')"))
                .Into("Write", "[dbo].[Shop]", "Read", "Name=Read.Name").Task(),
            connections: Both + PackageConnections.Of("Book", "EXCEL", "Provider=Microsoft.ACE.OLEDB.12.0;"
                + "Data Source=C:\\in\\shops.xlsx;Extended Properties=\"EXCEL 12.0 XML;HDR=YES\";")))
            .Says(Folder, "style: excel", "sheet: Shops"),
        ["rows_that_are_redirected"] = new PackageCase(Of(Redirecting(new FlowXml()).Task(), connections: Both
            + PackageConnections.FlatFile("Shops", "C:\\in\\shops.csv", "Id:i4")))
            .Says("Load", "errors: {onError: redirect}").HasNo("Bad"),
        ["rows_that_are_redirected_and_empty_texts"] = new PackageCase(Of(
            Redirecting(new FlowXml(), "Code:str(4)", "false").Task(), connections: Both
            + PackageConnections.FlatFile("Shops", "C:\\in\\shops.csv", "Code:str(4)")))
            .Says("stage_Nightly_Load_Read", "errors: {onError: redirect}")
            .Lacks("stage_Nightly_Load_Read", "coalesce"),
        ["files_to_files"] = new PackageCase(Of(FileFlowXml.Doubling("Double", "In", "Out"), connections: Both
            + FileFlowXml.Connection("In", "C:\\in\\sale.csv", "Amount")
            + FileFlowXml.Connection("Out", "C:\\out\\double.csv", "Double")))
            .Says("projects/Nightly_Work/objects/stage_Nightly_Double_Read.yaml", "source: {file: \"sale.csv\"}")
            .Says("projects/Nightly_Work_to_Files_out/objects/Double_double.yaml", "target: {file: \"double.csv\"}"),
    };

    private static PackageCase FromFile(string said, string format = "Delimited") => new(Of(
        new FlowXml().Source("Read", "Microsoft.FlatFileSource", "Shops", Columns, ("RetainNulls", "true"))
            .Into("Write", "[dbo].[Shop]", "Read", "Code=Read.Code Name=Read.Name").Task(),
        connections: Both + PackageConnections.FlatFile(
            "Shops", "C:\\in\\shops.csv", Columns, said, format: format)));

    private static string At(string workbook) => Workbook.Replace("*", workbook, StringComparison.Ordinal);

    private static PackageCase FromSheet(string kind, string connection, string variables = "") => new(Of(
        new FlowXml().Source("Read", kind, "Book", "Name:wstr(255)", ("AccessMode", "0"), ("OpenRowset", "Shops$"))
            .Into("Write", "[dbo].[Shop]", "Read", "Name=Read.Name").Task(),
        variables: variables, connections: Both + connection));

    private static PackageCase ToFile(string connection) => new(Of(
        new FlowXml().Table("Read", "[dbo].[Shop]", Columns)
            .End("Write", "Microsoft.FlatFileDestination", "Shops", "Read", "Code=Read.Code Name=Read.Name",
                ("Overwrite", "true")).Task(),
        connections: Both + connection));

    private static FlowXml Redirecting(FlowXml flow, string column = "Id:i4", string retainsNulls = "true") => flow
        .Add("Read", "Microsoft.FlatFileSource", "Shops", [],
            [
                flow.Output("Output", [FlowXml.With(FlowXml.Column(column.Split(':')[0], column.Split(':')[1]),
                    "errorRowDisposition", "RedirectRow")]),
                FlowXml.With(flow.Output("Errors", [FlowXml.Column("Row", "text")]), "isErrorOut", "true"),
            ], ("RetainNulls", retainsNulls))
        .Into("Write", "[dbo].[Shop]", "Read", $"{column.Split(':')[0]}=Read.{column.Split(':')[0]}")
        .Into("Bad", "[err].[Shop]", "Read:Errors", "Row=Read.Row");
}
