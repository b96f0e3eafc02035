using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

internal sealed class ScriptTests
{
    [TestCase("SELECT 1; SELECT 2", "SELECT 1|SELECT 2")]
    [TestCase("SELECT 'a;''b\\';c'; d", "SELECT 'a;''b\\';c'|d")]
    [TestCase("SELECT \"a;\"\"b\\\";c\"; d", "SELECT \"a;\"\"b\\\";c\"|d")]
    [TestCase("SELECT `a;``b\\`; d", "SELECT `a;``b\\`|d")]
    [TestCase("# a; b\nSELECT 1 # c;\n; d", "SELECT 1 # c;|d")]
    [TestCase("-- a; b\nSELECT 1--1; d", "SELECT 1--1|d")]
    [TestCase("/* a; /* b */ SELECT 1; d", "SELECT 1|d")]
    [TestCase("/*! SELECT 1 */; /*M! d */", "/*! SELECT 1 */|/*M! d */")]
    [TestCase(" ;; -- nothing", "")]
    public void A_script_is_cut_as_the_server_reads_it(string script, string statements) => Assert.That(
        string.Join('|', MariaDbScript.Split(script).Select(statement => statement.Text)), Is.EqualTo(statements));

    [Test]
    public void Each_statement_knows_its_line_and_its_first_word()
    {
        var found = MariaDbScript.Split("-- first\n\nupdate t\nset a = 1;\n\n/* \n */ Delete from t").ToArray();

        Assert.That(found.Select(statement => (statement.Line, statement.FirstWord)),
            Is.EqualTo(new[] { (3, "UPDATE"), (7, "DELETE") }));
    }

    [TestCase("COMMIT")]
    [TestCase("start transaction")]
    [TestCase("SET @@session.autocommit = 1")]
    [TestCase("SET SESSION TRANSACTION READ ONLY")]
    [TestCase("LOCK TABLES t WRITE")]
    [TestCase("CREATE TABLE t (a int)")]
    [TestCase("CREATE OR REPLACE TABLE t (a int)")]
    [TestCase("TRUNCATE t")]
    [TestCase("ANALYZE TABLE t")]
    [TestCase("FLUSH TABLES")]
    [TestCase("USE other")]
    [TestCase("DELIMITER //")]
    [TestCase("LOAD DATA LOCAL INFILE 'x' INTO TABLE t")]
    [TestCase("/*! DROP TABLE t */")]
    public void What_would_end_the_transaction_of_a_package_is_refused(string statement) => Assert.That(
        MariaDbRefusals.Of(MariaDbScript.Split(statement).Single()), Is.Not.Null);

    [TestCase("UPDATE t SET autocommit = 1")]
    [TestCase("CREATE TEMPORARY TABLE t (a int)")]
    [TestCase("CREATE OR REPLACE TEMPORARY TABLE t (a int)")]
    [TestCase("DROP TEMPORARY TABLE t")]
    [TestCase("ANALYZE SELECT 1")]
    [TestCase("SET sql_mode = 'AUTOCOMMIT'")]
    [TestCase("CALL p()")]
    [TestCase("LOAD DATA INFILE 'x' INTO TABLE t")]
    public void What_goes_with_it_is_not(string statement) => Assert.That(
        MariaDbRefusals.Of(MariaDbScript.Split(statement).Single()), Is.Null);

    [TestCase("CREATE TABLE `t` (`a` int)", true)]
    [TestCase("-- why\ncreate index `i` on `t` (`a`)", true)]
    [TestCase("ANALYZE TABLE `t`", true)]
    [TestCase("CREATE TEMPORARY TABLE `t` (`a` int)", false)]
    [TestCase("DROP TEMPORARY TABLE `t`", false)]
    [TestCase("INSERT INTO `t` VALUES ('CREATE TABLE')", false)]
    public void Definitions_are_told_by_their_words(string statement, bool areThere) =>
        Assert.That(MariaDbDefinitions.AreIn(statement), Is.EqualTo(areThere));

    [Test]
    public void Only_the_values_are_bound_that_a_statement_names_each_once()
    {
        (string, object?)[] values = [("@a", 1L), ("b", 2L), ("A", 3L), ("c", 4L)];

        var used = MariaDbCommands.Used("SELECT @A, '@b', `@b`, @@c, @d -- @b", values);

        Assert.That(used.Select(value => $"{value.Name}={value.Value}"), Is.EqualTo(new[] { "@a=1" }));
    }

    [Test]
    public void Names_are_found_in_their_quotes() => Assert.That(
        MariaDbNames.In("INSERT INTO `t` (`a``b`) SELECT x FROM `s` WHERE `"),
        Is.EqualTo(new[] { "t", "a`b", "s", "" }));

    [TestCase("SELECT '`a`', \"`b`\", `c` -- `d`", "c")]
    [TestCase("UPDATE `t` SET a = 'it\\'s `' WHERE b = `c` /* ` */", "t c")]
    public void Strings_and_comments_hold_no_names(string sql, string names) =>
        Assert.That(string.Join(' ', MariaDbNames.In(sql)), Is.EqualTo(names));

    [TestCase("CREATE TEMPORARY TABLE work (a int)", "work")]
    [TestCase("create or replace temporary table if not exists `wo``rk` AS SELECT 1", "wo`rk")]
    [TestCase("CREATE /* TABLE x */ TEMPORARY TABLE dwh . `work` LIKE t", "dwh.work")]
    [TestCase("CREATE /*!50101 TEMPORARY */ TABLE /*! IF NOT EXISTS */ 2work (a int)", "2work")]
    [TestCase("CREATE TABLE work (a int)", null)]
    [TestCase("CREATE TABLE work SELECT temporary FROM t", null)]
    [TestCase("DROP TEMPORARY TABLE work", null)]
    [TestCase("INSERT INTO t VALUES ('CREATE TEMPORARY TABLE work')", null)]
    [TestCase("CREATE TEMPORARY TABLE", null)]
    public void A_temporary_table_is_known_by_its_name(string sql, string? name)
    {
        var made = MariaDbTemporaryTable.In(sql);

        Assert.That(made is { Database: { } database } ? $"{database}.{made.Name}" : made?.Name, Is.EqualTo(name));
    }
}
