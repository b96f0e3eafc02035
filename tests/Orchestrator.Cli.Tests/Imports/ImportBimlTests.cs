namespace Orchestrator.Cli.Tests.Imports;

/// <summary>`import biml` as somebody types it.</summary>
internal sealed class ImportBimlTests
{
    private const string Product = "catalog/Shop/SalesLT.Product.yaml";

    private const string Expanded = """
        <Biml xmlns="http://schemas.varigence.com/biml.xsd">
          <Connections>
            <OleDbConnection Name="Shop"
              ConnectionString="Data Source=sql1;Initial Catalog=Shop;Provider=SQLNCLI11.1;Uid=bi;Password=s3cret" />
            <FlatFileConnection Name="Drop" FileFormat="Customers" FilePath="c:\in\customers.txt" />
          </Connections>
          <Databases><Database Name="ShopDb" ConnectionName="Shop" /></Databases>
          <Schemas><Schema Name="SalesLT" DatabaseName="ShopDb" /></Schemas>
          <FileFormats>
            <FlatFileFormat Name="Customers" RowDelimiter="CRLF" ColumnNamesInFirstDataRow="true" IsUnicode="false">
              <Columns>
                <Column Name="Id" DataType="Int32" Delimiter="Semicolon" />
                <Column Name="Name" DataType="String" Length="40" Delimiter="CRLF" />
              </Columns>
            </FlatFileFormat>
          </FileFormats>
          <Tables>
            <Table Name="Category" SchemaName="ShopDb.SalesLT">
              <Columns><Column Name="CategoryID" IdentityIncrement="1" /></Columns>
              <Keys><Identity Name="IK"><Columns><Column ColumnName="CategoryID" /></Columns></Identity></Keys>
            </Table>
            <Table Name="Product" SchemaName="ShopDb.SalesLT">
              <Columns>
                <Column Name="ProductID" DataType="Int64" />
                <Column Name="Name" DataType="String" Length="50" IsNullable="true" Default="('?')" />
                <TableReference Name="CategoryID" TableName="ShopDb.SalesLT.Category" IsNullable="true" />
                <Column Name="Twice" DataType="Decimal" Precision="9" Scale="2" Computed="[Price]*2" />
                <Column Name="Stamp" DataType="Binary" Length="8" CustomType="rowversion" />
              </Columns>
              <Keys>
                <PrimaryKey Name="PK"><Columns><Column ColumnName="ProductID" /></Columns></PrimaryKey>
                <UniqueKey Name="UQ_Name"><Columns><Column ColumnName="Name" /></Columns></UniqueKey>
              </Keys>
            </Table>
          </Tables>
        </Biml>
        """;

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("biml/all.biml", Expanded);
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [Test]
    public void Connections_and_tables_are_valid_files_and_a_second_time_nothing_is_new()
    {
        var made = Import("biml");
        var again = Import("biml");
        var validated = Validate();

        Assert.That(made.ExitCode, Is.Zero, made.Out + made.Error);
        Assert.That(made.Out, Does.StartWith("1 file read: 2 connections, 2 tables\nwrote 5 files\n"));
        Assert.That((again.ExitCode, again.Error), Is.EqualTo((0, "")));
        Assert.That(again.Out, Does.Contain("wrote 0 files").And.Contain("4 files say what the Biml says")
            .And.Contain("next: write a project for these tables"));
        Assert.That(validated.ExitCode, Is.Zero, validated.Out + validated.Error);
    }

    [Test]
    public void A_table_keeps_types_keys_references_and_what_the_server_fills()
    {
        Import("biml");

        Assert.That(Text(Product), Does.Contain("catalog: Shop\nschema: SalesLT\ntable: Product\n")
            .And.Contain("{column: ProductID, dataType: bigint, nullable: false}")
            .And.Contain("{column: Name, dataType: nvarchar(50), default: \"('?')\"}")
            .And.Contain("{column: CategoryID, dataType: int}")
            .And.Contain("{column: Twice, dataType: \"decimal(9,2)\", nullable: false, computed: \"[Price]*2\"}")
            .And.Contain("{column: Stamp, dataType: rowversion, nullable: false}")
            .And.Contain("primaryKey: [ProductID]")
            .And.Contain("{key: UQ_Name, columns: [Name]}")
            .And.Contain("{key: FK_Product_CategoryID, columns: [CategoryID], schema: SalesLT, table: Category, "
                + "to: [CategoryID]}"));
        Assert.That(Text("catalog/Shop/SalesLT.Category.yaml"), Does
            .Contain("{column: CategoryID, dataType: int, nullable: false, identity: identity}"));
    }

    [Test]
    public void Connections_lose_their_passwords_and_files_keep_their_format()
    {
        var made = Import("biml", "-v");

        var shop = Text("connections/Shop.yaml");
        Assert.That(shop, Does.Contain("platform: SqlServer")
            .And.Contain("Database=Shop;User ID=bi;Password=${secret:SHOP}"));
        Assert.That(shop + made.Out + made.Error, Does.Not.Contain("s3cret"));
        Assert.That(Text("connections/Drop.yaml"), Does.Contain("# the files lay in c:\\in\n")
            .And.Contain("  Customers: {style: csv, field: \";\", quote: none}"));
    }

    [Test]
    public void Yes_and_no_are_what_xml_writes_and_a_server_may_count_down()
    {
        _folder.Write("biml/more.biml", """
            <Biml><Tables><Table Name="T" ConnectionName="Shop"><Columns>
              <Column Name="A" IdentityIncrement="-1" /><Column Name="B" IsNullable="1" />
              <Column Name="C" IsNullable="0" />
            </Columns></Table></Tables></Biml>
            """);

        var made = Import("biml");

        Assert.That(made.ExitCode, Is.Zero, made.Error);
        Assert.That(string.Concat(Directory.EnumerateFiles(Path.Combine(_folder.Path, "catalog", "Shop"))
            .Select(File.ReadAllText)), Does.Contain("{column: A, dataType: int, nullable: false, identity: identity}")
            .And.Contain("{column: B, dataType: int}").And.Contain("{column: C, dataType: int, nullable: false}"));
    }

    [Test]
    public void Nuggets_are_refused_with_their_place_and_other_files_are_imported()
    {
        _folder.Write("biml/script.biml", "<Biml>\n  <Tables>\n    <# foreach (var t in x) { #>\n  </Tables>\n</Biml>");

        var made = Import("biml");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("biml/script.biml:3:5 ORC6181").And.Contain("expand it"));
        Assert.That(Has(Product), Is.True);
    }

    [Test]
    public void Packages_are_named_with_their_tasks_and_what_to_import_instead()
    {
        _folder.Write("biml/package.biml", """
            <Biml>
              <Packages>
                <Package Name="Load"><Tasks>
                  <Container Name="C"><Tasks><ExecuteSQL Name="A" /><Dataflow Name="B" /></Tasks></Container>
                </Tasks></Package>
              </Packages>
            </Biml>
            """);

        var made = Import("biml");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("biml/package.biml:3:6 ORC6188")
            .And.Contain("'Load' has 3 tasks").And.Contain(".dtsx"));
    }

    [TestCase("<Connections><OleDbConnection Name='Ora' ConnectionString='Data Source=x;Provider=OraOLEDB.Oracle' />"
        + "</Connections>", "ORC6184")]
    [TestCase("<Connections><FtpConnection Name='F' ServerName='x' Password='s3cret' /></Connections>", "ORC6184")]
    [TestCase("<Tables><Table Name='T' ConnectionName='None' /></Tables>", "ORC6183")]
    [TestCase("<Tables><Table Name='Product' SchemaName='ShopDb.SalesLT' /></Tables>", "ORC6190")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns><Column Name='C' DataType='String' /></Columns>"
        + "</Table></Tables>", "ORC6185")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns><TableReference Name='C' TableName='No' />"
        + "</Columns></Table></Tables>", "ORC6183")]
    [TestCase("<Cubes><Cube Name='Sales' /></Cubes>", "ORC6194")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns><HashedKey Name='H' /></Columns></Table>"
        + "</Tables>", "ORC6185")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns><Column Name='A' /><Column DataType='Int64' />"
        + "</Columns></Table></Tables>", "ORC6183")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns><Column Name='A' />"
        + "<Column Name='A' DataType='Int64' /></Columns></Table></Tables>", "ORC6190")]
    [TestCase("<Tables><Table Name='T' ConnectionName='Shop'><Columns>"
        + "<TableReference Name='C' TableName='OtherDb.dbo.Category' /></Columns></Table></Tables>", "ORC6183")]
    [TestCase("<Databases><Database Name='D2' ConnectionName='Shop' /></Databases>"
        + "<Schemas><Schema Name='SalesLT' DatabaseName='D2' /></Schemas>"
        + "<Tables><Table Name='T' SchemaName='SalesLT'><Columns><Column Name='A' /></Columns></Table></Tables>",
        "ORC6183")]
    [TestCase("<FileFormats><FlatFileFormat Name='F'><Columns><Column Name='A' Delimiter='Comma' />"
        + "<Column Name='B' Delimiter='Tab' /><Column Name='C' Delimiter='CRLF' /></Columns></FlatFileFormat>"
        + "</FileFormats><Connections><FlatFileConnection Name='X' FileFormat='F' FilePath='in/x.txt' /></Connections>",
        "ORC6189")]
    [TestCase("<FileFormats><FlatFileFormat Name='F' RowDelimiter='|'><Columns><Column Name='A' Delimiter='|' />"
        + "</Columns></FlatFileFormat></FileFormats><Connections>"
        + "<FlatFileConnection Name='X' FileFormat='F' FilePath='in/x.txt' /></Connections>", "ORC6189")]
    public void What_stays_open_has_a_code_and_the_rest_is_imported(string biml, string code)
    {
        _folder.Write("biml/odd.biml", $"<Biml>{biml}</Biml>");

        var made = Import("biml");

        Assert.That(made.ExitCode, Is.EqualTo(1), made.Out);
        Assert.That(made.Error, Does.Contain("biml/odd.biml:1:").And.Contain(code).And.Not.Contain("s3cret"));
        Assert.That(Has(Product), Is.True);
        Assert.That(Validate().ExitCode, Is.Zero);
    }

    [TestCase("<!DOCTYPE Biml [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\">]><Biml>&b;</Biml>", "ORC6180")]
    [TestCase("<Biml>&secret;</Biml>", "ORC6180")]
    [TestCase("<Biml><Tables>", "ORC6180")]
    [TestCase("<Project></Project>", "ORC6180")]
    [TestCase("", "ORC6180")]
    public void What_is_no_xml_of_biml_is_refused_with_its_file(string text, string code)
    {
        _folder.Write("one.biml", text);

        var made = Import("one.biml");

        Assert.That(made.ExitCode, Is.EqualTo(1));
        Assert.That(made.Error, Does.Contain("one.biml").And.Contain(code));
        Assert.That(Has("solution.yaml"), Is.False);
    }

    [Test]
    public void Ten_thousand_levels_and_names_that_lead_out_do_no_harm()
    {
        const int Levels = 10_000;
        _folder.Write("deep.biml", $"<Biml>{string.Concat(Enumerable.Repeat("<A>", Levels))}"
            + $"{string.Concat(Enumerable.Repeat("</A>", Levels))}</Biml>");
        _folder.Write("names.biml", """
            <Biml><Connections>
              <OleDbConnection Name="../../up" ConnectionString="Provider=SQLOLEDB;Server=${secret:X};Database=[d]" />
            </Connections><Tables><Table Name="../a:b&#10;c" ConnectionName="../../up">
              <Columns><Column Name="x" /></Columns></Table></Tables></Biml>
            """);

        var deep = Import("deep.biml");
        var names = Import("names.biml");

        Assert.That(deep.ExitCode, Is.EqualTo(1));
        Assert.That(deep.Error, Does.Contain("ORC6182"));
        Assert.That(names.ExitCode, Is.Zero, names.Error);
        Assert.That(Has("connections/______up.yaml"), Is.True, names.Out);
        Assert.That(Text("connections/______up.yaml"), Does.Contain("connectionString: \"${env:______UP}\""));
        Assert.That(
            Directory.EnumerateFiles(_folder.Path, "*.yaml", SearchOption.AllDirectories).Count(), Is.EqualTo(3));
    }

    [Test]
    public void A_table_of_a_solution_that_is_there_keeps_its_file()
    {
        Import("biml");
        File.Move(Path.Combine(_folder.Path, Product), Path.Combine(_folder.Path, "catalog/Shop/mine.yaml"));

        var again = Import("biml");

        Assert.That(again.ExitCode, Is.Zero, again.Error);
        Assert.That(again.Out, Does.Contain("wrote 0 files"));
    }

    private Called Import(params string[] arguments) => Call(["import", "biml", .. arguments]);

    // Connections and tables alone make no solution: somebody has written what is done with them.
    private Called Validate()
    {
        _folder.Write("projects/Own/project.yaml", "project: Own\ntarget: Shop\n");
        _folder.Write("projects/Own/objects/close.yaml", "object: close\nkind: sql\nsql: UPDATE Day SET IsOpen = 0\n");
        _folder.Write("batches/Nightly.yaml", "batch: Nightly\nprojects: [Own]\n");
        return Call("validate");
    }

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);

    private string Text(string path) => File.ReadAllText(Path.Combine(_folder.Path, path));

    private bool Has(string path) => Path.Exists(Path.Combine(_folder.Path, path));
}
