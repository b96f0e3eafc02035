namespace Orchestrator.Cli.Tests.Imports;

/// <summary>An export of BimlFlex' tables as CSV in a folder, and what an import of it says.</summary>
internal sealed class FlexExport : IDisposable
{
    public const string Product = "projects/LOAD_AWLT/objects/Product.yaml";

    private const string Columns = "Connection,Object,ColumnName,DataType,Length,Precision,Scale,Ordinal,"
        + "IsPrimaryKey,IsNullable,ChangeType,SqlSourceExpression,SqlTargetExpression\n";

    private readonly TemporaryFolder _folder = new();

    public FlexExport()
    {
        Write("export/app.Connections.csv", """
            Connection,IntegrationStage,ConnectionType,SystemType,ConnectionString,RecordSource,Threads
            AWLT_SRC,Source System,OLEDB,MSSQL,"Server=sql1;Database=AWLT;Uid=bi;Password=s3cret",awlt,4
            BFX_STG,STG,OLEDB,Microsoft SQL Server,"Data Source=sql1;Initial Catalog=STG;Integrated Security=SSPI",,1
            BimlCatalog,Data Warehouse,OLEDB,MSSQL,"Data Source=sql1;Initial Catalog=BimlCatalog",,
            """);
        Write("export/Batches.csv", """
            Batch,Threads,PrecedenceConstraint,RetryCount,RetryInterval
            LOAD,3,Success,2,30
            """);
        Write("export/Projects.csv", """
            Project,Batch,IntegrationTemplate,SourceConnection,StageConnection,TargetConnection
            LOAD_AWLT,LOAD,SSIS,AWLT_SRC,BFX_STG,BFX_STG
            """);
        Write("export/Objects.csv", """
            Project,Connection,Schema,ObjectName,ObjectType,OwnThread,DependsOnObject,WhereSql,OverrideSql
            LOAD_AWLT,AWLT_SRC,SalesLT,Product,Table,Y,SalesLT.Category,WHERE [Color] = 'Red',
            LOAD_AWLT,AWLT_SRC,SalesLT,Category,TBL,N,,,
            LOAD_AWLT,AWLT_SRC,SalesLT,Totals,,,,,"SELECT [Color], COUNT(*) AS [Many]
            FROM [SalesLT].[Product] GROUP BY [Color]"
            LOAD_AWLT,AWLT_SRC,SalesLT,Old,Ignore,,,,
            """);
        Write("export/Columns.csv", Columns + """
            AWLT_SRC,SalesLT.Product,ProductID,Int32,,,,1,Y,N,Key,,
            AWLT_SRC,SalesLT.Product,Name,String,50,,,2,N,N,Update,,
            AWLT_SRC,SalesLT.Product,Price,Decimal,,9,2,3,N,Y,CHG,,"ABS(@@this)"
            AWLT_SRC,SalesLT.Product,ModifiedDate,DateTime,,,,4,N,N,CHG,"CONVERT(DATETIME, @@this)",
            AWLT_SRC,SalesLT.Product,Secret,String,20,,,5,N,Y,Ignore,,
            AWLT_SRC,SalesLT.Category,CategoryID,Int32,,,,1,Y,N,KEY,,
            AWLT_SRC,SalesLT.Category,Title,AnsiString,-1,,,2,N,Y,,,
            AWLT_SRC,SalesLT.Totals,Color,String,15,,,1,N,Y,,,
            AWLT_SRC,SalesLT.Totals,Many,Int32,,,,2,N,Y,,,
            """);
        Write("export/Parameters.csv", """
            Connection,Object,Column,ParameterName,Operator,Default,ToName,ToOperator,ParameterSql
            AWLT_SRC,SalesLT.Product,ModifiedDate,LastLoad,>,1900-01-01,Next,<=,"CONVERT(VARCHAR(27),MAX(@@this),121)"
            """);
        Write("export/DataTypeMappings.csv", """
            Name,SystemType,DataType,Length,MappedToDataType,MappedToLength,IsMaster
            long text,MSSQL,AnsiString,-1,String,-1,N
            """);
        Write("export/Configurations.csv", """
            ConfigurationKey,ConfigurationValue,ConfigurationDefault
            RowAuditId,FlexRowAuditId,FlexRowAuditId
            RowRecordSource,,FlexRowRecordSource
            """);
    }

    public string Folder => _folder.Path;

    public Called Import(params string[] arguments) => Call(["import", "bimlflex", .. arguments]);

    public Called Call(params string[] arguments) => Called.With(Folder, arguments);

    public void Write(string path, string text) => _folder.Write(path, text);

    public string Text(string path) => File.ReadAllText(Path.Combine(Folder, path));

    public bool Has(string path) => Path.Exists(Path.Combine(Folder, path));

    /// <summary>Puts another text in place of one in an exported table.</summary>
    public void Change(string table, string old, string now) => Write(
        $"export/{table}.csv", Text($"export/{table}.csv").Replace(old, now, StringComparison.Ordinal));

    /// <summary>Adds a row to an exported table.</summary>
    public void Add(string table, string row) => Write($"export/{table}.csv", $"{Text($"export/{table}.csv")}\n{row}");

    public void Dispose() => _folder.Dispose();
}
