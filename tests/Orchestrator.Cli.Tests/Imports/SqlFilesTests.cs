using System.Text;

namespace Orchestrator.Cli.Tests.Imports;

/// <summary>Which files are read, and how SQLCMD's commands part and join them.</summary>
internal sealed class SqlFilesTests
{
    private ScriptSolution _solution = null!;

    [SetUp]
    public void Make() => _solution = new ScriptSolution();

    [TearDown]
    public void Remove() => _solution.Dispose();

    [Test]
    public void A_script_includes_others_and_gives_them_values()
    {
        _solution.Write("db/all.sql", """
            :setvar Schema "sales"
            :setvar Length 12
            :on error exit
            :r .\parts\one.sql
            :r "parts/two.sql"
            go -- the last of it
            """);
        _solution.Write("db/parts/one.sql", "CREATE TABLE [$(Schema)].One (a varchar($(Length)));\nGO 2\n");
        _solution.Write("db/parts/two.sql", "CREATE TABLE $(Schema).Two (a int DEFAULT 'GO\nGO\n:r x');");

        var content = _solution.Read("db");

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(content.Files, Is.EqualTo(3));
        Assert.That(content.Tables.Select(table => $"{table.Name}"), Is.EqualTo((string[])["sales.One", "sales.Two"]));
        Assert.That(ScriptSolution.Columns(content, "sales.One"), Is.EqualTo((string[])["a varchar(12)"]));
    }

    [Test]
    public void A_file_that_is_included_twice_has_the_values_of_each_time()
    {
        _solution.Write("db/make.sql", "CREATE TABLE dbo.$(Name) (a int);\nGO\n");
        _solution.Write("db/all.sql", ":setvar Name A\n:r make.sql\n:setvar Name B\n:r make.sql\n");

        var content = _solution.Read("db");

        Assert.That(ScriptSolution.Problems(content), Is.Empty);
        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["A", "B"]));
    }

    [Test]
    public void A_link_that_leads_out_of_the_folder_is_not_followed()
    {
        _solution.Write("other/secret.sql", "CREATE TABLE dbo.Other (a int);");
        _solution.Write("db/a.sql", "CREATE TABLE dbo.A (a int);\n:r b.sql\n");
        File.CreateSymbolicLink(
            Path.Combine(_solution.Folder, "db", "b.sql"), Path.Combine(_solution.Folder, "other", "secret.sql"));

        var content = _solution.Read("db");

        Assert.That(content.Tables.Select(table => table.Name.Name), Is.EqualTo((string[])["A"]));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])[
            "db/a.sql:2:1 ORC6154", "db/b.sql ORC6150",
        ]));
    }

    [TestCase(":r nonsuch.sql", "db/script.sql:1:1 ORC6154")]
    [TestCase(":r script.sql", "db/script.sql:1:1 ORC6154")]
    [TestCase("\n:r ../solution.yaml", "db/script.sql:2:1 ORC6154")]
    [TestCase(":r /etc/passwd", "db/script.sql:1:1 ORC6154")]
    [TestCase("CREATE TABLE T (a int);\nGO\nCREATE TABLE $(Name) (a int);", "db/script.sql:3:14 ORC6153")]
    public void What_SQLCMD_could_not_follow_is_named(string script, string problem) =>
        Assert.That(ScriptSolution.Problems(_solution.Of(script)), Is.EqualTo((string[])[problem]));

    [Test]
    public void A_line_of_an_included_file_is_named_in_its_own_file()
    {
        _solution.Write("db/all.sql", "\n\n:r part.txt\n");
        _solution.Write("db/part.txt", "CREATE TABLE T (a int);\nCREATE TABLE (b int);\n");

        Assert.That(ScriptSolution.Problems(_solution.Read("db"))[0], Does.StartWith("db/part.txt:2:"));
    }

    [TestCase("""
        <Project Sdk="Microsoft.Build.Sql/0.2.0-preview"><PropertyGroup>
        <DefaultCollation>Greek_CI_AS</DefaultCollation></PropertyGroup><ItemGroup>
        <PostDeploy Include="after.sql" /><Build Remove="old\**\*.sql" />
        <SqlCmdVariable Include="Name"><DefaultValue>Named</DefaultValue></SqlCmdVariable></ItemGroup></Project>
        """)]
    [TestCase("""
        <Project DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003"><PropertyGroup>
        <DefaultCollation>Greek_CI_AS</DefaultCollation></PropertyGroup><ItemGroup>
        <Build Include="Tables\T.sql"><AnsiNulls>On</AnsiNulls></Build><PostDeploy Include="after.sql" />
        <SqlCmdVariable Include="Name"><DefaultValue>Named</DefaultValue></SqlCmdVariable></ItemGroup></Project>
        """)]
    public void A_project_says_which_scripts_it_builds_and_what_holds_for_them(string project)
    {
        _solution.Write("db/Shop.sqlproj", project);
        _solution.Write("db/Tables/T.sql", "CREATE TABLE dbo.$(Name) (a varchar(3), b nvarchar(3), c int);");
        _solution.Write("db/old/T.sql", "CREATE TABLE dbo.Old (a int);");
        _solution.Write("db/after.sql", "CREATE TABLE dbo.After (a int);");
        _solution.Write("db/bin/T.sql", "CREATE TABLE dbo.Built (a int);");

        var (byFolder, byFile) = (_solution.Read("db"), _solution.Read("db/Shop.sqlproj"));

        Assert.That(ScriptSolution.Problems(byFile), Is.Empty);
        Assert.That(byFile.IsWhole, Is.True);
        Assert.That(byFolder.Tables.Select(table => $"{table.Name}"), Is.EqualTo((string[])["dbo.Named"]));
        Assert.That(ScriptSolution.Columns(byFile, "dbo.Named"), Is.EqualTo((string[])[
            "a varchar(3) = varchar(3) COLLATE Greek_CI_AS", "b nvarchar(3) = nvarchar(3) COLLATE Greek_CI_AS", "c int",
        ]));
        Assert.That(byFile.Tables.Single().Columns.Select(column => column.Native?.CodePage ?? 0),
            Is.EqualTo((int[])[1253, 0, 0]));
    }

    [Test]
    public void A_folder_with_two_projects_makes_two_databases()
    {
        _solution.Write("db/a/A.sqlproj", "<Project />");
        _solution.Write("db/b/B.sqlproj", "<Project />");

        Assert.That(ScriptSolution.Problems(_solution.Read("db")), Is.EqualTo((string[])["db ORC6159"]));
    }

    [TestCase("db/x.txt", "CREATE TABLE T (a int)")]
    [TestCase("db/x.sqlproj", "<!DOCTYPE a [<!ENTITY b \"c\">]><Project>&b;</Project>")]
    [TestCase("db/x.sqlproj", "<Project><ItemGroup><Build Include=\"$(Dir)\\a.sql\"/></ItemGroup></Project>")]
    [TestCase("db/x.sqlproj", "<Project><ItemGroup><Build Include=\"..\\Shared\\*.sql\"/></ItemGroup></Project>")]
    [TestCase("db/x.dacpac", "no zip")]
    public void A_file_that_is_not_what_it_seems_is_named(string path, string text)
    {
        _solution.Write(path, text);

        var content = _solution.Read(path);

        Assert.That(content.Problems.Select(each => $"{each.At.File} {each.Code}").Distinct(),
            Is.EqualTo((string[])[$"{path} ORC6150"]));
        Assert.That(content.IsWhole, Is.False);
    }

    [Test]
    public void Text_of_sixteen_bits_is_read_where_it_says_so_and_named_where_not()
    {
        _solution.Write("db/b.sql", "");
        _solution.WriteBytes(
            "db/a.sql", [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes("CREATE TABLE Ä (a int)")]);
        _solution.WriteBytes("db/b.sql", Encoding.Unicode.GetBytes("CREATE TABLE B (a int)"));

        var content = _solution.Read("db");

        Assert.That(content.Tables.Single().Name.Name, Is.EqualTo("Ä"));
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/b.sql ORC6150"]));
    }

    [Test]
    public void Text_of_an_old_code_page_loses_no_letter_without_a_word()
    {
        _solution.Write("db/a.sql", "");
        _solution.WriteBytes("db/a.sql", Encoding.Latin1.GetBytes("-- First\nCREATE TABLE Größe (a int)"));

        var content = _solution.Read("db");

        Assert.That(content.Tables, Is.Empty);
        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])["db/a.sql:2:1 ORC6150"]));
    }

    [TestCase("CREATE TABLE `a` (b int)", 14)]
    [TestCase("/*!40101 SET NAMES utf8 */;", 1)]
    [TestCase("CREATE TABLE a (b int) ENGINE=InnoDB;", 22)]
    [TestCase("CREATE TABLE a (b int AUTO_INCREMENT);", 23)]
    [TestCase("CREATE TABLE a (b INTEGER PRIMARY KEY AUTOINCREMENT);", 39)]
    [TestCase("SET client_encoding = 'UTF8';", 1)]
    [TestCase("COPY public.a (b) FROM stdin;", 1)]
    [TestCase("ALTER TABLE public.a OWNER TO postgres;", 22)]
    [TestCase("CREATE TABLE a (b text DEFAULT 'x'::text);", 35)]
    [TestCase("CREATE TABLE a (b jsonb NOT NULL);", 19)]
    [TestCase("CREATE OR REPLACE VIEW a AS SELECT 1;", 1)]
    public void A_script_of_another_dialect_is_refused_with_its_sign(string line, int column)
    {
        var content = _solution.Of($"CREATE TABLE dbo.Fine (a int);\nGO\n{line}\n");

        Assert.That(ScriptSolution.Problems(content), Is.EqualTo((string[])[$"db/script.sql:3:{column} ORC6152"]));
        Assert.That(content.Tables, Is.Empty);
    }

    [Test]
    public void A_sign_in_a_text_a_comment_or_a_name_is_none() => Assert.That(
        ScriptSolution.Problems(_solution.Of("""
            /* `a` ENGINE=x OWNER TO AUTO_INCREMENT */ -- `b`
            CREATE TABLE [a`b::text] (a varchar(9) DEFAULT 'x'' OWNER TO `c`', Serial int, g geometry);
            DECLARE @g geometry = geometry::Point(1, 2, 0);
            """)), Is.Empty);
}
