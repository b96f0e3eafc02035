using static Orchestrator.Cli.Tests.Imports.Ssis.PackageXml;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>Data flows from and to files.</summary>
internal static class FlowFileCases
{
    private const string Folder = "connections/Files_in.yaml";
    private const string Columns = "Code:str(4) Name:str(50)";
    private const string WithoutNames = "DTS:ColumnNamesInFirstDataRow=\"False\"";

    public static Dictionary<string, PackageCase> All { get; } = new()
    {
        ["flat_file_source"] = FromFile("DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\"")
            .Says("Load", "source: {file: \"shops.csv\"", "{column: Code, dataType: varchar(4)}")
            .Says(Folder, "folder: \"C:/in\""),
        ["flat_file_in_a_code_page"] = FromFile("DTS:CodePage=\"850\" DTS:ColumnNamesInFirstDataRow=\"True\"")
            .Says(Folder, "encoding: ibm850"),
        ["flat_file_without_names"] = FromFile($"DTS:CodePage=\"1252\" {WithoutNames}")
            .Says(Folder, "header: none", "encoding: windows-1252"),
        ["flat_file_with_lines_to_skip"] = FromFile(
            "DTS:CodePage=\"65001\" DTS:ColumnNamesInFirstDataRow=\"True\" DTS:HeaderRowsToSkip=\"2\"")
            .Says(Folder, "skipLines: 2"),
        ["flat_file_of_fixed_width"] = FromFile($"DTS:CodePage=\"65001\" {WithoutNames}", "RaggedRight")
            .Says(Folder, "style: fixed", "widths: [4, 50]"),
        ["flat_file_destination"] = new PackageCase(Of(
            new FlowXml().Table("Read", "[dbo].[Shop]", Columns)
                .End("Write", "Microsoft.FlatFileDestination", "Shops", "Read", "Code=Read.Code Name=Read.Name",
                    ("Overwrite", "true")).Task(),
            connections: Both + PackageConnections.FlatFile("Shops", "C:\\out\\shops.csv", Columns)))
            .Says("Load", "target: {file: \"shops.csv\"").Lacks("Load", "pattern")
            .Says("projects/Nightly/project.yaml", "source: Source", "target: Files_out"),
        ["excel_source"] = new PackageCase(Of(
            new FlowXml().Source("Read", "Microsoft.ExcelSource", "Book", "Name:wstr(255)", ("AccessMode", "0"),
                    ("OpenRowset", "Shops$A1:C10"))
                .Into("Write", "[dbo].[Shop]", "Read", "Name=Read.Name").Task(),
            connections: Both + PackageConnections.Of("Book", "EXCEL", "Provider=Microsoft.ACE.OLEDB.12.0;"
                + "Data Source=C:\\in\\shops.xlsx;Extended Properties=\"EXCEL 12.0 XML;HDR=YES\";")))
            .Says("Load", "file: \"shops.xlsx\"").Says(Folder, "style: excel", "sheet: Shops", "range: \"A1:C10\""),
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

    private static FlowXml Redirecting(FlowXml flow) => flow.Add("Read", "Microsoft.FlatFileSource", "Shops", [],
            [
                flow.Output("Output",
                    [FlowXml.With(FlowXml.Column("Id", "i4"), "errorRowDisposition", "RedirectRow")]),
                FlowXml.With(flow.Output("Errors", [FlowXml.Column("Row", "text")]), "isErrorOut", "true"),
            ], ("RetainNulls", "true"))
        .Into("Write", "[dbo].[Shop]", "Read", "Id=Read.Id").Into("Bad", "[err].[Shop]", "Read:Errors", "Row=Read.Row");
}
