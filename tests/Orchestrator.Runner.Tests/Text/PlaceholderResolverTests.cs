using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Tests.Text;

internal sealed class PlaceholderResolverTests
{
    private readonly Dictionary<string, string> _variables = [];
    private readonly Secrets _secrets = new();

    [Test]
    public void A_variable_is_resolved_and_its_default_taken_where_it_is_missing()
    {
        _variables["HOST"] = "db1";

        var text = Placeholders().Resolve("${env:HOST}:${env:PORT:-5432}");

        Assert.That(text, Is.EqualTo("db1:5432"));
    }

    [Test]
    public void A_missing_variable_says_what_to_set()
    {
        Assert.That(() => Placeholders().Resolve("${env:NOWHERE}"),
            Throws.InvalidOperationException.With.Message.Contains("Set NOWHERE"));
    }

    [Test]
    public void A_mounted_secret_wins_over_the_variable_and_is_remembered()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(Path.Combine(folder.Path, "DB"), "from the file\n");
        _variables["ORCHESTRATOR_SECRETS_DIR"] = folder.Path;
        _variables["ORCHESTRATOR_SECRET_DB"] = "from the variable";

        var text = Placeholders().Resolve("x=${secret:DB}");

        Assert.That(text, Is.EqualTo("x=from the file"));
        Assert.That(_secrets.Redact(text), Is.EqualTo("x=***"));
    }

    [Test]
    public void A_secret_may_be_a_variable()
    {
        _variables["ORCHESTRATOR_SECRET_DB"] = "hidden";

        var text = Placeholders().Resolve("${secret:DB}");

        Assert.That(text, Is.EqualTo("hidden"));
    }

    [Test]
    public void A_missing_secret_says_where_it_was_looked_for()
    {
        Assert.That(() => Placeholders().Resolve("${secret:DB}"),
            Throws.InvalidOperationException.With.Message.Contains("ORCHESTRATOR_SECRET_DB"));
    }

    [Test]
    public void A_secret_is_known_before_its_first_use()
    {
        _variables["ORCHESTRATOR_SECRET_DB"] = "hidden";

        Placeholders().RememberThoseNamedIn(["connectionString: ${secret:DB}", "${secret:NOT_THERE}"]);

        Assert.That(_secrets.Redact("hidden"), Is.EqualTo("***"));
    }

    [Test]
    public void A_secret_s_name_cannot_leave_its_folder()
    {
        Assert.That(() => Placeholders().Resolve("${secret:..}"), Throws.InvalidOperationException);
        Assert.That(() => Placeholders().Resolve("${secret:../x}"), Throws.InvalidOperationException);
    }

    [Test]
    public void What_a_value_holds_is_no_syntax_of_a_connection_string_and_a_password_is_remembered()
    {
        _variables["ORCHESTRATOR_SECRET_DB"] = "a;'b\"=\nc";
        _variables["PW"] = "hun;ter2";

        var parts = Placeholders().ResolveConnection("Host='${secret:DB}';Pwd=${env:PW} ; Name = \"say \"\"hi\"\"\"");

        Assert.That(parts.Select(part => (part.Keyword, part.Value)),
            Is.EqualTo(new[] { ("Host", "a;'b\"=\nc"), ("Pwd", "hun;ter2"), ("Name", "say \"hi\"") }));
        Assert.That(_secrets.Redact("hun;ter2"), Is.EqualTo("***"));
    }

    [Test]
    public void A_whole_connection_string_may_come_from_a_variable()
    {
        _variables["DB"] = "Data Source='x;y';Password=hun${ter2";

        var parts = Placeholders().ResolveConnection(" ${env:DB} ");

        Assert.That(parts.Select(part => part.Value), Is.EqualTo(new[] { "x;y", "hun${ter2" }));
        Assert.That(_secrets.Redact("hun${ter2"), Is.EqualTo("***"));
    }

    [TestCase("hunter2")]
    [TestCase("Password='hunter2")]
    [TestCase("Password='hunter2'x;a=b")]
    [TestCase("=hunter2")]
    [TestCase("a=b;hunter2;c=d")]
    public void A_text_that_is_no_connection_string_is_refused_and_not_repeated(string text)
    {
        _variables["DB"] = text;

        Assert.That(() => Placeholders().ResolveConnection("${env:DB}"),
            Throws.InvalidOperationException.With.Message.Not.Contains("hunter"));
    }

    private PlaceholderResolver Placeholders() => new(_secrets, _variables.GetValueOrDefault);
}
