namespace Orchestrator.Cli.Tests.Run.Load;

/// <summary>A table that somebody else has made, with columns that the metadata do not name, through the command.
/// </summary>
internal sealed class OtherColumnsTests
{
    private const string Never = "load: {pattern: Merge}, target: {create: never}";
    private const string Kept = "kept text, made integer not null default 7";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("in/sale.csv", "id,name\n1,b\n2,c\n");
    }

    [TearDown]
    public void Remove() => _folder.Dispose();

    [TestCase(Never)]
    [TestCase("load: {pattern: Merge, otherColumns: keep}")]
    [TestCase("load: {pattern: Merge}")]
    public void It_is_found_right_and_loaded_night_after_night(string keys)
    {
        Table(Kept);
        DataFile.Execute(_folder.Path, "mart.db", "insert into sale (id, name, kept) values (1, 'a', 'x')");
        Solution(keys);

        var looked = Call("validate", "--online");
        var first = Call("run");
        _folder.Write("in/sale.csv", "id,name\n2,d\n3,e\n");
        var second = Call("run");

        Assert.That((looked.ExitCode, first.ExitCode, second.ExitCode), Is.EqualTo((0, 0, 0)),
            looked.Out + first.Error + second.Error);
        Assert.That(
            DataFile.Rows(_folder.Path, "mart.db",
                "select id || name || coalesce(kept, '-') || made from sale order by id"),
            Is.EqualTo((string[])["1bx7", "2d-7", "3e-7"]));
    }

    [Test]
    public void Where_nobody_can_see_that_the_table_is_not_the_engines_the_refusal_tells_what_to_write()
    {
        DataFile.Make(_folder.Path, "mart.db", "create table sale (id integer, name text, kept text)");
        Solution("load: {pattern: Merge}");

        var looked = Call("validate", "--online");
        var run = Call("run");

        Assert.That((looked.ExitCode, run.ExitCode), Is.EqualTo((2, 1)), looked.Out + run.Error);
        Assert.That(looked.Out, Does.Contain("ORC3513").And.Contain("its column 'kept'")
            .And.Contain("`load: {otherColumns: keep}`"));
        Assert.That(run.Error, Does.Contain("ORC3401").And.Contain("`load: {otherColumns: keep}`"));
    }

    [TestCase(Never)]
    [TestCase("load: {otherColumns: keep}")]
    [TestCase("load: {pattern: TruncateInsert}")]
    public void One_that_nothing_fills_is_found_before_a_row_is_written(string keys)
    {
        Table("must integer not null");
        Solution(keys);

        var looked = Call("validate", "--online");
        var run = Call("run");

        Assert.That((looked.ExitCode, run.ExitCode), Is.EqualTo((2, 1)), looked.Out + run.Error);
        Assert.That(looked.Out, Does.Contain("ORC3513").And.Contain("its column 'must', which the metadata do not"));
        Assert.That(run.Error, Does.Contain("ORC3603").And.Contain("'must'"));
        Assert.That(DataFile.Rows(_folder.Path, "mart.db", "select count(*) from sale"), Is.EqualTo((string[])["0"]));
    }

    [Test]
    public void What_DropAndReload_would_lose_is_found_before_it_is_lost()
    {
        Table(Kept);
        Solution("load: {pattern: DropAndReload, otherColumns: keep}");
        var written = Call("validate");
        Solution("load: {pattern: DropAndReload, otherColumns: fail}");

        var looked = Call("validate", "--online");
        var run = Call("run");

        Assert.That(written.Out, Does.Contain("ORC1325").And.Contain("`otherColumns: keep` cannot be"));
        Assert.That(looked.Out, Does.Contain("ORC3513").And.Contain("would lose its column 'kept'"));
        Assert.That(run.Error, Does.Contain("ORC3604").And.Contain("'kept', 'made'"));
    }

    [Test]
    public void A_plan_tells_the_word_where_it_is_written_and_nothing_where_it_is_not()
    {
        Solution("load: {pattern: Merge}");
        var without = Call("show", "P/sale").Out;
        Solution("load: {pattern: Merge, otherColumns: keep}");

        Assert.That(without, Does.Not.Contain("otherColumns"));
        Assert.That(Call("show", "P/sale").Out, Does.Match("load\\.otherColumns +keep"));
    }

    private void Table(string others) => DataFile.Make(
        _folder.Path, "mart.db", $"create table sale (no integer primary key, id integer, name text, {others})");

    private void Solution(string keys) => _folder.Write("solution.yaml", $$"""
        formatVersion: 1
        solution: Left
        connections:
          - {connection: Files, platform: Files, folder: in}
          - {connection: Mart, platform: Sqlite, file: mart.db}
        batches: [{batch: Nightly, projects: [P]}]
        projects:
          - project: P
            source: Files
            target: Mart
            objects:
              - {object: sale, source: {file: sale.csv}, {{keys}},
                 columns: [{column: id, dataType: int, key: 1}, {column: name, dataType: nvarchar(10)}]}
        """);

    private Called Call(params string[] arguments) => Called.With(_folder.Path, arguments);
}
