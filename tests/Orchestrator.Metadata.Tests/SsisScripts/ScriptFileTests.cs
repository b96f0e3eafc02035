namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>What scripts do with files.</summary>
internal sealed class ScriptFileTests
{
    private const string Success = "Dts.TaskResult = (int)ScriptResults.Success;";

    [TestCase("File.Delete(@\"C:\\in\\a.csv\");", "DeleteFile \"C:\\\\in\\\\a.csv\"")]
    [TestCase("System.IO.File.Delete(Dts.Variables[\"S\"].Value.ToString()); MessageBox.Show(\"gone\");",
        "DeleteFile @[User::S]")]
    [TestCase("string a = (string)Dts.Variables[\"S\"].Value; "
        + "if (File.Exists(a)) { Console.Write(a); File.Delete(a); }",
        "DeleteFile @[User::S] where it is there")]
    [TestCase("File.Copy((string)Dts.Variables[\"S\"].Value, Dts.Variables[\"T\"].Value.ToString());",
        "CopyFile @[User::S] to @[User::T]")]
    [TestCase("File.Copy((string)Dts.Variables[\"S\"].Value, \"/out/a.csv\", true);",
        "CopyFile @[User::S] to \"/out/a.csv\" over another")]
    [TestCase("if (File.Exists(\"/a\")) File.Move(\"/a\", \"/b\"); File.Delete(\"/c\");",
        "RenameFile \"/a\" to \"/b\" where it is there; DeleteFile \"/c\"")]
    [TestCase("if (!Directory.Exists(\"/a/b\")) { Directory.CreateDirectory(\"/a/b\"); }",
        "CreateDirectory \"/a/b\" where it is there")]
    [TestCase("if (File.Exists(\"/a\") == true) { File.Delete(\"/a\"); }", "DeleteFile \"/a\" where it is there")]
    [TestCase("try { File.Delete(\"/a\"); } catch (Exception e) { Dts.Events.FireError(0, \"\", e.Message, \"\", 0); "
        + "Dts.TaskResult = (int)ScriptResults.Failure; return; }", "DeleteFile \"/a\"")]
    public void A_script_that_works_with_files_alone_is_known(string main, string expected)
    {
        var work = ScriptSample.Of($"{main} {Success}");

        Assert.That(work.Refused, Is.Null);
        Assert.That(string.Join("; ", work.Files.Select(each => $"{each.Operation} {each.From}"
            + (each.To is null ? "" : $" to {each.To}") + (each.Overwrites ? " over another" : "")
            + (each.IsGuarded ? " where it is there" : ""))), Is.EqualTo(expected));
    }

    [Test]
    public void In_Visual_Basic_that_is_the_same()
    {
        var work = ScriptSample.OfBasic("If Directory.Exists(\"/a\") = False Then\nDirectory.CreateDirectory(\"/a\")\n"
            + "End If\nSystem.IO.File.Copy(Dts.Variables(\"S\").Value.ToString, \"/a/b\", True)");

        Assert.That(work.Refused, Is.Null);
        Assert.That(work.Files.Select(each => (each.Operation, each.From, each.To, each.Overwrites)), Is.EqualTo(
            new (string, string, string?, bool)[]
            {
                ("CreateDirectory", "\"/a\"", null, false), ("CopyFile", "@[User::S]", "\"/a/b\"", true),
            }));
    }

    [Test]
    public void A_method_of_its_own_may_work_with_files()
    {
        var work = ScriptSample.Of("Remove(\"/a\"); Remove(\"/b\");",
            "void Remove(string path) { File.Delete(path); }");

        Assert.That(work.Files.Select(each => each.From), Is.EqualTo((string[])["\"/a\"", "\"/b\""]));
    }

    [TestCase("File.Delete(\"a.csv\");", "no whole path")]
    [TestCase("File.Delete(\"C:/in/*.csv\");", "no whole path")]
    [TestCase("File.Delete(Guid.NewGuid().ToString());", "it calls File.Delete, and Guid.NewGuid has no equal")]
    [TestCase("File.Copy(\"/a\", \"/b\", (bool)Dts.Variables[\"B\"].Value);", "it calls File.Copy in another way")]
    [TestCase("File.Move(\"/a\", \"/b\", true);", "it calls File.Move in another way")]
    [TestCase("if (File.Exists(\"/a\")) File.Delete(\"/b\");", "where another file is there")]
    [TestCase("if (File.Exists(\"/a\")) File.Delete(\"/a\"); else MessageBox.Show(\"a\");", "it calls File.Exists")]
    [TestCase("if (File.Exists(\"/a\") == false) File.Delete(\"/a\");", "it calls File.Exists")]
    [TestCase("if (Directory.Exists(\"/a\")) Directory.CreateDirectory(\"/a\");", "it calls Directory.Exists")]
    [TestCase("if (!File.Exists(\"/a\")) File.Delete(\"/a\");", "it calls File.Exists")]
    [TestCase("if (File.Exists(\"/a\")) { Dts.Variables[\"S\"].Value = \"x\"; File.Delete(\"/a\"); }",
        "it calls File.Exists")]
    [TestCase("if ((bool)Dts.Variables[\"B\"].Value) File.Delete(\"/a\");", "it calls File.Delete on a condition")]
    [TestCase("if ((bool)Dts.Variables[\"B\"].Value) return; File.Delete(\"/a\");",
        "it calls File.Delete on a condition")]
    [TestCase("try { File.Delete(\"/a\"); } catch { }", "or works with files")]
    [TestCase("try { File.Delete(\"/a\"); "
        + "} catch { Dts.TaskResult = (int)ScriptResults.Failure; } File.Delete(\"/b\");",
        "or where something has failed")]
    [TestCase("try { File.Copy(\"/a\", \"/b\"); } finally { File.Delete(\"/a\"); }", "also where something fails")]
    [TestCase("try { Console.Write(1); } catch { File.Delete(\"/a\"); throw; }", "where something has failed")]
    [TestCase("File.Delete(\"/a\"); Dts.Variables[\"S\"].Value = \"x\";", "sets variables as well")]
    [TestCase("Directory.Delete(\"/a\", true);", "it calls Directory.Delete")]
    [TestCase("string File = \"a\";", "of its own 'File'")]
    public void What_no_task_does_in_the_same_way_is_refused(string main, string why)
    {
        var work = ScriptSample.Of(main);

        Assert.That(work.Refused, Does.Contain(why));
        Assert.That(work.Files, Is.Empty);
    }
}
