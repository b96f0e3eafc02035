using System.IO.Compression;
using System.Text;
using Orchestrator.Ssis.Estates;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Xml;

namespace Orchestrator.Metadata.Tests.Ssis;

/// <summary>Which files belong together, of both models of deployment, from folders and archives.</summary>
internal sealed class SsisEstatesTests
{
    private const string Space = "xmlns:SSIS='www.microsoft.com/SqlServer/SSIS'";

    private const string Parameters = $"<SSIS:Parameters {Space}><SSIS:Parameter SSIS:Name='Day'><SSIS:Properties>"
        + "<SSIS:Property SSIS:Name='Required'>1</SSIS:Property><SSIS:Property SSIS:Name='Sensitive'>0</SSIS:Property>"
        + "<SSIS:Property SSIS:Name='Value'>7</SSIS:Property><SSIS:Property SSIS:Name='DataType'>9</SSIS:Property>"
        + "</SSIS:Properties></SSIS:Parameter><SSIS:Parameter SSIS:Name='Salt'><SSIS:Properties>"
        + "<SSIS:Property SSIS:Name='Sensitive'>1</SSIS:Property>"
        + "<SSIS:Property SSIS:Name='Value'>Hunter2</SSIS:Property><SSIS:Property SSIS:Name='DataType'>18"
        + "</SSIS:Property></SSIS:Properties></SSIS:Parameter></SSIS:Parameters>";

    private const string Manifest = $"<SSIS:Project {Space} SSIS:ProtectionLevel='DontSaveSensitive'><SSIS:Properties>"
        + "<SSIS:Property SSIS:Name='Name'>Warehouse</SSIS:Property></SSIS:Properties><SSIS:Packages>"
        + "<SSIS:Package SSIS:Name='Load.dtsx'/></SSIS:Packages><SSIS:ConnectionManagers>"
        + "<SSIS:ConnectionManager SSIS:Name='Stage.conmgr'/></SSIS:ConnectionManagers></SSIS:Project>";

    private const string Stage = "<DTS:ConnectionManager xmlns:DTS='www.microsoft.com/SqlServer/Dts' "
        + "DTS:ObjectName='Stage' DTS:DTSID='{Stage}' DTS:CreationName='OLEDB'><DTS:ObjectData>"
        + "<DTS:ConnectionManager DTS:ConnectionString='Data Source=s;'/></DTS:ObjectData></DTS:ConnectionManager>";

    private static readonly string Load = SsisSample.New(SsisSample.Executables(
        SsisSample.Task("Clear", "Microsoft.ExecuteSQLTask", SsisSample.Sql("DELETE FROM t"))));

    private static readonly string Project = "<Project><DeploymentModel>Project</DeploymentModel>"
        + $"<DeploymentModelSpecificContent><Manifest>{Manifest}</Manifest></DeploymentModelSpecificContent>"
        + "<Configurations><Configuration><Name>Development</Name><Options><ParameterConfigurationValues>"
        + "<ConfigurationSetting><Id>LastModifiedTime</Id><Name>LastModifiedTime</Name><Value>2020</Value>"
        + "</ConfigurationSetting><ConfigurationSetting><Id>x</Id><Name>Day</Name><Value>8</Value>"
        + "</ConfigurationSetting><ConfigurationSetting><Id>y</Id><Name>CM.Stage.Password</Name><Value>Hunter2</Value>"
        + "</ConfigurationSetting></ParameterConfigurationValues></Options></Configuration></Configurations></Project>";

    [Test]
    public void Two_packages_whose_names_differ_in_case_alone_are_two()
    {
        var estate = Read(("a/Load.dtsx", Load), ("a/load.dtsx", Load));

        Assert.That(estate.AllPackages.Select(each => each.File), Is.EqualTo(new[] { "a/Load.dtsx", "a/load.dtsx" }));
    }

    [Test]
    public void A_project_has_its_packages_connections_parameters_and_configurations()
    {
        var estate = Read(("a/Warehouse.dtproj", Project), ("a/Load.dtsx", Load), ("a/Stage.conmgr", Stage),
            ("a/Project.params", Parameters), ("a/Old.dtsx", SsisSample.Old("")));

        var project = estate.Projects.Single();
        Assert.That(estate.Findings, Is.Empty);
        Assert.That((project.Name, project.File, project.Deployment, project.Protection), Is.EqualTo(
            ("Warehouse", "a/Warehouse.dtproj", DeploymentModel.Project, ProtectionLevel.DontSaveSensitive)));
        Assert.That(project.Packages.Select(each => each.File), Is.EqualTo(new[] { "a/Load.dtsx", "a/Old.dtsx" }));
        Assert.That((project.Connections.Single().Name, project.Connections.Single().IsOfProject),
            Is.EqualTo(("Stage", true)));
        Assert.That(project.Packages[0].Root.Children.Single().Sql!.Connection, Is.EqualTo("Stage"));
        Assert.That(project.Configurations.Single().Values, Is.EquivalentTo(new Dictionary<string, string>
        {
            ["Day"] = "8",
            ["CM.Stage.Password"] = Secret.Marker,
        }));
        AssertParameters(project);
    }

    [Test]
    public void An_archive_is_a_project_as_its_folder_is()
    {
        var bytes = Zip(("@Project.manifest", Manifest), ("Load.dtsx", Load), ("Stage.conmgr", Stage),
            ("Project.params", Parameters), ("My%20Load.dtsx", Load), ("[Content_Types].xml", "<Types/>"));

        var estate = EstateReader.Read([new("w.ispac", bytes.Length, () => bytes)], ReadingBounds.Default, []);

        var project = estate.Projects.Single();
        Assert.That(estate.Findings, Is.Empty);
        Assert.That((project.Name, project.File, project.Deployment),
            Is.EqualTo(("Warehouse", "w.ispac", DeploymentModel.Project)));
        Assert.That(project.Packages.Select(each => each.File),
            Is.EqualTo(new[] { "w.ispac!Load.dtsx", "w.ispac!My Load.dtsx" }));
        Assert.That(project.Packages[0].Root.Children.Single().Sql!.Connection, Is.EqualTo("Stage"));
        AssertParameters(project);
    }

    [Test]
    public void A_connection_whose_file_is_not_there_is_what_the_project_says_of_it()
    {
        var manifest = Manifest.Replace("</SSIS:Project>",
            "<SSIS:DeploymentInfo><SSIS:ProjectConnectionParameters>"
            + Stated("CM.Stage.ConnectionString", "Data Source=db1;Initial Catalog=Stage;User ID=loader;"
                + "Password=Hunter2;Provider=SQLNCLI11.1;"
                + "Application Name=SSIS-Load-{0B1C2D3E-0000-4000-8000-00000000000A}Stage;")
            + Stated("CM.Drop.ConnectionString", "C:\\drop\\a.csv")
            + "</SSIS:ProjectConnectionParameters></SSIS:DeploymentInfo></SSIS:Project>",
            StringComparison.Ordinal);
        var load = Load.Replace("{Stage}", "{0B1C2D3E-0000-4000-8000-00000000000A}", StringComparison.Ordinal);

        var project = Read(("Warehouse.dtproj", Project.Replace(Manifest, manifest, StringComparison.Ordinal)),
            ("Load.dtsx", load)).Projects.Single();

        var stage = project.Connections.Single();
        Assert.That((stage.Name, stage.Kind, stage.Server, stage.Database, stage.User, stage.IsOfProject),
            Is.EqualTo(("Stage", ConnectionManagerKind.OleDb, "db1", "Stage", "loader", true)));
        Assert.That(stage.ConnectionString, Does.Not.Contain("Hunter2"));
        Assert.That(project.Packages.Single().Root.Children.Single().Sql!.Connection, Is.EqualTo("Stage"));
    }

    [Test]
    public void A_project_of_before_2012_lists_its_packages()
    {
        var estate = Read(
            ("Old.dtproj", "<Project><DTSPackages><DtsPackage FormatVersion='3'><Name>Load.dtsx</Name>"
                + "<FullPath>Load.dtsx</FullPath></DtsPackage><DtsPackage><Name>Gone.dtsx</Name><FullPath>Gone.dtsx"
                + "</FullPath></DtsPackage></DTSPackages></Project>"),
            ("Load.dtsx", SsisSample.Old("")));

        Assert.That((estate.Projects.Single().Name, estate.Projects.Single().Deployment),
            Is.EqualTo(("Old", DeploymentModel.Package)));
        Assert.That(estate.AllPackages.Single().Format, Is.EqualTo(3));
        Assert.That(estate.Findings.Select(each => (each.Code, each.IsError)),
            Is.EqualTo(new[] { ("ORC6033", false) }));
    }

    [Test]
    public void A_file_that_lies_outside_is_not_read()
    {
        var estate = Read(("Old.dtproj", "<Project><DTSPackages><DtsPackage><FullPath>..\\..\\secret.dtsx</FullPath>"
            + "</DtsPackage></DTSPackages></Project>"));

        Assert.That(estate.Findings.Select(each => each.Code), Is.EqualTo(new[] { "ORC6028" }));
    }

    [Test]
    public void Packages_without_a_project_are_one_for_each_folder()
    {
        var estate = Read(("b/Load.dtsx", Load), ("a/Load.dtsx", Load), ("a/Stage.conmgr", Stage), ("a/x.txt", "x"));

        Assert.That(estate.Projects.Select(each => (each.Name, each.File, each.Deployment)), Is.EqualTo(new[]
        {
            ("a", "a", DeploymentModel.Project), ("b", "b", DeploymentModel.Package),
        }));
        Assert.That(estate.AllPackages.Select(each => each.Root.Children.Single().Sql!.Connection),
            Is.EqualTo(new[] { "Stage", "{Stage}" }));
    }

    [Test]
    public void A_file_of_values_is_found_by_its_name()
    {
        var package = SsisSample.New("<DTS:Configurations><DTS:Configuration DTS:ObjectName='Env' "
            + "DTS:ConfigurationType='1' DTS:ConfigurationString='D:\\conf\\Env.dtsConfig'/></DTS:Configurations>"
            + SsisSample.Variables(SsisSample.Variable("Day", 8, "x")));
        const string values = "<DTSConfiguration><Configuration ConfiguredType='Property' "
            + "Path='\\Package.Variables[User::Day].Properties[Value]' ValueType='String'><ConfiguredValue>y"
            + "</ConfiguredValue></Configuration><Configuration Path='\\Package.Connections[A].Properties[Password]' "
            + "ValueType='String'><ConfiguredValue>Hunter2</ConfiguredValue></Configuration></DTSConfiguration>";

        var read = Read(("Load.dtsx", package), ("conf/env.dtsconfig", values)).AllPackages.Single();

        Assert.That(read.Configurations.Single().Values.Select(each => each.Value),
            Is.EqualTo(new[] { "y", Secret.Marker }));
        Assert.That(read.Root.Variables.Single().GivenBy, Is.EqualTo(new[] { "Env" }));
    }

    [TestCase("1", "y", "db9")]
    [TestCase("0", "x", "db1")]
    public void Values_of_a_file_stand_in_the_place_of_those_of_design_time(string asked, string day, string server)
    {
        var package = SsisSample.New($"<DTS:Property DTS:Name='EnableConfig'>{asked}</DTS:Property>"
            + "<DTS:Configurations><DTS:Configuration DTS:ObjectName='Env' DTS:ConfigurationType='1' "
            + "DTS:ConfigurationString='Env.dtsConfig'/></DTS:Configurations>"
            + SsisSample.Variables(SsisSample.Variable("Day", 8, "x"))
            + SsisSample.Connections(SsisSample.Connection("Dw", "OLEDB", "DTS:ConnectionString='Data Source=db1;"
                + "Initial Catalog=Dw;Provider=SQLNCLI11.1;Integrated Security=SSPI;'")));
        const string values = "<DTSConfiguration><Configuration ConfiguredType='Property' "
            + "Path='\\Package.Variables[User::Day].Properties[Value]' ValueType='String'><ConfiguredValue>y"
            + "</ConfiguredValue></Configuration><Configuration ConfiguredType='Property' "
            + "Path='\\Package.Connections[Dw].Properties[ConnectionString]' ValueType='String'><ConfiguredValue>"
            + "Data Source=db9;Initial Catalog=Night;Provider=SQLNCLI11.1;Integrated Security=SSPI;"
            + "</ConfiguredValue></Configuration></DTSConfiguration>";

        var read = Read(("Load.dtsx", package), ("Env.dtsConfig", values)).AllPackages.Single();

        Assert.That(read.Root.Variables.Single().Value, Is.EqualTo(day));
        Assert.That(read.Connections.Single().Server, Is.EqualTo(server));
    }

    [Test]
    public void A_file_of_values_disables_tasks_and_changes_what_they_say()
    {
        var package = SsisSample.New("<DTS:Property DTS:Name='EnableConfig'>1</DTS:Property>"
            + "<DTS:Configurations><DTS:Configuration DTS:ObjectName='Env' DTS:ConfigurationType='1' "
            + "DTS:ConfigurationString='Env.dtsConfig'/></DTS:Configurations>"
            + SsisSample.Executables(SsisSample.Task("Work", "Microsoft.ExecuteSQLTask", "")));
        const string values = "<DTSConfiguration>"
            + "<Configuration Path='\\Package\\Work.Properties[Disable]' ValueType='Boolean'><ConfiguredValue>True"
            + "</ConfiguredValue></Configuration>"
            + "<Configuration Path='\\Package\\Work.Properties[SqlStatementSource]' ValueType='String'>"
            + "<ConfiguredValue>EXEC \"a\"</ConfiguredValue></Configuration>"
            + "<Configuration Path='\\Package\\Work.Properties[ForceExecutionResult]' ValueType='Int32'>"
            + "<ConfiguredValue>-1</ConfiguredValue></Configuration></DTSConfiguration>";

        var work = Read(("Load.dtsx", package), ("Env.dtsConfig", values)).AllPackages.Single().Root.Children.Single();

        Assert.That(work.IsDisabled, Is.True);
        Assert.That(work.Expressions, Is.EqualTo(
            new PropertyExpression[] { new("SqlStatementSource", "\"EXEC \\\"a\\\"\"") }));
    }

    [Test]
    public void Calls_find_their_packages()
    {
        var byReference = SsisSample.New(SsisSample.Executables(Call("Load.dtsx")));
        var byFile = SsisSample.New(
            SsisSample.Connections(SsisSample.Connection("C", "FILE", "DTS:ConnectionString='D:\\x\\Load.dtsx'"))
            + SsisSample.Executables(SsisSample.Task("Call", "Microsoft.ExecutePackageTask",
                "<ExecutePackageTask><Connection>{C}</Connection></ExecutePackageTask>")));
        var byStore = SsisSample.New(SsisSample.Executables(SsisSample.Task("Call", "Microsoft.ExecutePackageTask",
            "<ExecutePackageTask><PackageName>\\Dwh\\Load</PackageName></ExecutePackageTask>")));

        var estate = Read(("a/Load.dtsx", Load), ("a/1.dtsx", byReference), ("b/2.dtsx", byFile), ("b/3.dtsx", byStore),
            ("b/4.dtsx", byReference));

        Assert.That(estate.AllPackages.Where(each => each.File != "a/Load.dtsx")
            .Select(each => $"{each.File} {each.Root.Children.Single().Call!.CalledFile}"), Is.EqualTo(new[]
            {
                "a/1.dtsx a/Load.dtsx", "b/2.dtsx a/Load.dtsx", "b/3.dtsx a/Load.dtsx", "b/4.dtsx ",
            }));
    }

    [Test]
    public void A_package_that_calls_itself_is_refused_with_its_way()
    {
        var a = SsisSample.New(SsisSample.Executables(Call("b.dtsx")));
        var b = SsisSample.New(SsisSample.Executables(Call("a.dtsx")));
        var c = SsisSample.New(SsisSample.Executables(Call("a.dtsx")));

        var packages = Read(("a.dtsx", a), ("b.dtsx", b), ("c.dtsx", c), ("d.dtsx",
            SsisSample.New(SsisSample.Executables(Call("d.dtsx"))))).AllPackages.ToArray();

        Assert.That(packages.Select(SsisSample.CodesOf), Is.EqualTo(new[] { "ORC6030", "ORC6030", "", "ORC6030" }));
        Assert.That(packages[0].Findings.Single().Message, Does.EndWith("a.dtsx → b.dtsx → a.dtsx"));
        Assert.That(packages[3].Findings.Single().Message, Does.EndWith("d.dtsx → d.dtsx"));
    }

    [Test]
    public void Folders_are_searched_and_what_a_build_made_is_passed_over()
    {
        var estate = ReadFolder(top => [top], ("w/W.dtproj", "<Project/>"), ("w/Load.dtsx", Load),
            ("w/bin/Load.dtsx", Load), ("Empty.dtsx", ""));

        Assert.That(estate.AllPackages.Select(each => each.File), Is.EqualTo(new[] { "w/Load.dtsx" }));
        Assert.That(estate.Findings.Select(each => (each.File, each.Code)),
            Is.EqualTo(new[] { ("Empty.dtsx", "ORC6020") }));
    }

    [TestCase("w/W.dtproj", "Load.dtsx Other.dtsx")]
    [TestCase("w/Load.dtsx", "Load.dtsx")]
    public void A_file_is_read_with_what_belongs_to_it(string path, string packages)
    {
        var estate = ReadFolder(top => [Path.Combine(top, path)], ("w/W.dtproj", "<Project/>"), ("w/Load.dtsx", Load),
            ("w/Other.dtsx", Load), ("w/Stage.conmgr", Stage));

        Assert.That(string.Join(' ', estate.AllPackages.Select(each => each.File)), Is.EqualTo(packages));
        Assert.That(estate.Projects.Single().Connections.Single().Name, Is.EqualTo("Stage"));
    }

    [Test]
    public void Two_folders_of_one_name_are_two_places()
    {
        var estate = ReadFolder(top => [Path.Combine(top, "a", "w"), Path.Combine(top, "b", "w")],
            ("a/w/Load.dtsx", Load), ("b/w/Load.dtsx", Load));

        Assert.That(estate.AllPackages.Select(each => each.File),
            Is.EqualTo(new[] { "w/Load.dtsx", "w (2)/Load.dtsx" }));
    }

    [Test]
    public void A_path_that_leads_nowhere_is_said() => Assert.That(
        EstateFolders.Read([Path.Combine(TestContext.CurrentContext.WorkDirectory, "none")], ReadingBounds.Default)
            .Findings.Single().Code, Is.EqualTo("ORC6034"));

    private static SsisEstate ReadFolder(
        Func<string, string[]> paths, params (string Path, string Text)[] files)
    {
        var top = Path.Combine(TestContext.CurrentContext.WorkDirectory, $"ssis-{Guid.NewGuid():N}");
        foreach (var (path, text) in files)
        {
            var file = Path.Combine(top, path);
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
        }

        try
        {
            return EstateFolders.Read(paths(top), ReadingBounds.Default);
        }
        finally
        {
            Directory.Delete(top, recursive: true);
        }
    }

    private static void AssertParameters(SsisProject project) =>
        Assert.That(project.Parameters.Select(each => (each.Name, each.Type, each.Value, each.IsRequired)),
            Is.EqualTo(new[]
            {
                ("Day", SsisValueType.Int32, "7", true), ("Salt", SsisValueType.String, Secret.Marker, false),
            }));

    private static string Call(string package) => SsisSample.Task("Call", "Microsoft.ExecutePackageTask",
        "<ExecutePackageTask><UseProjectReference>True</UseProjectReference>"
        + $"<PackageName>{package}</PackageName></ExecutePackageTask>");

    private static SsisEstate Read(params (string Path, string Text)[] files) => EstateReader.Read(
        [.. files.Select(each => new EstateFile(each.Path, each.Text.Length, () => Encoding.UTF8.GetBytes(each.Text)))],
        ReadingBounds.Default, []);

    private static byte[] Zip(params (string Name, string Text)[] entries)
    {
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, text) in entries)
            {
                using var writer = new StreamWriter(zip.CreateEntry(name).Open());
                writer.Write(text);
            }
        }

        return bytes.ToArray();
    }

    private static string Stated(string name, string value) => $"<SSIS:Parameter SSIS:Name='{name}'><SSIS:Properties>"
        + $"<SSIS:Property SSIS:Name='Value'>{value}</SSIS:Property></SSIS:Properties></SSIS:Parameter>";
}
